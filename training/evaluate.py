#!/usr/bin/env python3
"""Score an exported cross-encoder on the measuring sets; none of them is trained on.

    python evaluate.py --base MINILM_DIR --weights nli.safetensors --data DATA_DIR [--rows 1000] [--temperature 1.0] [--json scores.json]

`--rows` takes a fixed random sample of each set, for a cheap look during training.
"""
import argparse
import json
import random
import re
import time

import torch

from model import LABELS, load, logits, tokenizer

SETS = ["mnli_dev_a", "vitaminc_page_heldout", "healthver_dev", "scifact_train_cited_abstract", "fm2_dev",
        "fever_symmetric_dev", "lingnli_val", "anli_dev"]
STANCE = {"supports": 0, "refutes": 1, "contradicts": 1, "neutral": 2, "not_enough_info": 2}

# Pairs on different subjects. A model that has only seen on-topic neutrals calls these contradictions.
OFF_TOPIC = [
    ("Coffee is grown in Brazil.", "The moon has no atmosphere."),
    ("The museum opens at nine on weekdays.", "Penguins cannot fly."),
    ("Interest rates were raised by a quarter point.", "The recipe calls for two eggs."),
    ("The river floods every spring.", "The violin has four strings."),
    ("Aspirin was first sold in 1899.", "The stadium holds 40,000 people."),
    ("The parliament has 349 members.", "Honey bees communicate by dancing."),
    ("A new railway line connects the two cities.", "The vaccine was tested on 30,000 volunteers."),
    ("Mount Kenya is the second-highest mountain in Africa.", "The company's revenue fell by 12 percent in 2020."),
    ("The study enrolled 412 patients with type 2 diabetes.", "The bridge was designed by a Danish architect."),
    ("Glaciers in the Alps have lost mass since 1980.", "The novel was translated into thirty languages."),
    ("She won the gold medal in the 200 metres.", "Copper is a good conductor of electricity."),
    ("The comet will return in 2061.", "Olive oil is produced mainly in Spain."),
    ("Sales of electric cars rose by 40 percent last year.", "Sales of printed newspapers are highest in Japan."),
    ("Vitamin D deficiency is common in northern countries.", "Vitamin C is found in citrus fruit."),
    ("The bridge in Porto was completed in 1886.", "The bridge in Oslo carries two tram lines."),
    ("The mayor of Lyon resigned in March.", "The mayor of Leeds opened a library in May."),
    ("The protein is expressed in liver cells.", "Children who sleep less are more likely to be overweight."),
    ("The treaty was signed by twelve states.", "Sea levels have risen by 20 centimetres since 1900."),
    ("The orchestra played two symphonies.", "Whales are mammals."),
    ("The bakery sells rye bread.", "The satellite was launched from French Guiana."),
]


def read(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def measure(probability, gold):
    """Accuracy, macro recall, macro F1 over the classes present, per-class recall, and calibration."""
    top, said = probability.max(1)
    right = said == gold
    recall, f1 = {}, {}
    for k, name in enumerate(LABELS):
        true = int(((said == k) & (gold == k)).sum())
        have, claimed = int((gold == k).sum()), int((said == k).sum())
        if have:
            recall[name] = true / have
            f1[name] = 2 * true / (have + claimed)
    ece = 0.0
    for low in range(15):  # fifteen equal-width bins of confidence
        inside = (top > low / 15) & (top <= (low + 1) / 15)
        if inside.any():
            ece += abs(float(right[inside].float().mean() - top[inside].mean())) * float(inside.float().mean())
    half = top.argsort(descending=True)[: max(1, len(top) // 2)]
    out = {"rows": len(gold), "accuracy": float(right.float().mean()), "macro_recall": sum(recall.values()) / len(recall),
           "macro_f1": sum(f1.values()) / len(f1), "recall": recall, "ece": ece,
           "accuracy_confident_half": float(right[half].float().mean())}
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in out.items()}


def windows(abstract):
    """'Title. sentence' premises. The file puts the title first, ended by a full stop like any sentence."""
    parts = [p.strip() for p in re.split(r"(?<=[.?!])\s+(?=[A-Z0-9(\[])", abstract) if p.strip()]
    title, body = parts[0], parts[1:] or parts[:1]
    return [f"{title} {sentence}" for sentence in body]


def over_windows(scores, owner, count):
    """A document is as entailing (or contradicting) as its best window; what remains is neutral.

    The two maxima are taken on probabilities. Neutral is what the more decisive of them leaves over.
    """
    best = torch.zeros(count, 2)
    for row, k in enumerate(owner):
        best[k] = torch.maximum(best[k], scores[row, :2])
    neutral = 1 - best.max(1, keepdim=True).values
    joined = torch.cat([best, neutral], 1)
    return joined / joined.sum(1, keepdim=True)


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--base", required=True)
    cli.add_argument("--weights", required=True)
    cli.add_argument("--data", required=True)
    cli.add_argument("--rows", type=int, default=0)
    cli.add_argument("--longest", type=int, default=256)
    cli.add_argument("--temperature", type=float, default=1.0)
    cli.add_argument("--sets", default="")
    cli.add_argument("--json")
    cli.add_argument("--threads", type=int, default=2)
    args = cli.parse_args()
    torch.set_num_threads(args.threads)
    model, tok = load(args.base, args.weights), tokenizer(args.base, args.longest)
    chosen = args.sets.split(",") if args.sets else SETS + ["scifact_windows", "climate_a", "climate_a_titled", "off_topic"]
    result, raw = {}, {}

    def sample(rows):
        return random.Random(7).sample(rows, args.rows) if args.rows and len(rows) > args.rows else rows

    def report(name, scored, gold, probability=None):
        gold = torch.tensor(gold)
        result[name] = measure((scored / args.temperature).softmax(1) if probability is None else probability, gold)
        if probability is None:
            result[name]["ece_uncalibrated"] = measure(scored.softmax(1), gold)["ece"]
            raw[name] = (scored, gold)
        print(name, json.dumps(result[name]), round(time.time() - started), "s", flush=True)

    for name in chosen:
        started = time.time()
        if name in SETS:
            rows = sample([r for r in read(f"{args.data}/nli/dev/{name}.jsonl") if r["label"] in LABELS])
            report(name, logits(model, tok, [(r["premise"], r["hypothesis"]) for r in rows]),
                   [LABELS.index(r["label"]) for r in rows])
        elif name == "scifact_windows":
            rows = sample(read(f"{args.data}/nli/dev/scifact_train_cited_abstract.jsonl"))
            if args.rows:
                rows = rows[:300]  # each row is about nine pairs
            pairs, owner = [], []
            for k, r in enumerate(rows):
                for premise in windows(r["premise"]):
                    pairs.append((premise, r["hypothesis"]))
                    owner.append(k)
            scored = (logits(model, tok, pairs) / args.temperature).softmax(1)
            report(name, None, [LABELS.index(r["label"]) for r in rows], over_windows(scored, owner, len(rows)))
        elif name.startswith("climate_a"):
            rows = sample(read(f"{args.data}/stance/climate_a.jsonl"))
            titled = name.endswith("titled")
            pairs = [((f"{r['title']}. " if titled else "") + r["evidence"], r["claim"]) for r in rows]
            report(name, logits(model, tok, pairs), [STANCE[r["stance"].lower()] for r in rows])
        elif name == "off_topic":
            report(name, logits(model, tok, OFF_TOPIC), [2] * len(OFF_TOPIC))
    if args.json:
        with open(args.json, "w") as out:
            json.dump({"temperature": args.temperature, "longest": args.longest, "sets": result}, out, indent=1)


if __name__ == "__main__":
    main()
