#!/usr/bin/env python3
"""Write what the engine needs: weights, reference logits to test an implementation against, and the temperature.

    python export.py --base gte --weights deepest.safetensors [--second mpnet=wide/average.safetensors] --held held.jsonl --out ../models/nli

Matrices are stored in bytes. With `--second` the file holds two judges, and what they say is a mean of their logits, or the first one's where it is sure that a pair is
neutral. The reference logits and the temperature are those of the bytes; the temperature is fitted on premises held back from the training pool, never on a measuring set.
"""
import argparse
import hashlib
import json
import os
import random

import torch
from safetensors.torch import load_file, save_file

from evaluate import measure
from model import LABELS, in_bytes, load, logits, tokenizer

# Neutral from which the first judge is heard alone, as in `infer::cross_encoder`.
SETTLED_NEUTRAL = 0.90
# What the second judge's word weighs in the mean, as there.
SECOND_SHARE = 0.7
# Our own sentences, chosen so that each label, a long premise, a title, numbers and odd characters all occur.
REFERENCE = [
    ("The Great Barrier Reef lies off the coast of Queensland.", "The Great Barrier Reef is in Australia."),
    ("The bridge opened in 1937.", "The bridge opened in 1947."),
    ("Coffee is grown in Brazil.", "The moon has no atmosphere."),
    ("Zinc and the common cold. In 214 adults, lozenges shortened symptoms by a third compared with placebo.",
     "Zinc does not affect how long a cold lasts."),
    ("The fund paid out $320 million last year, its report says.", "The fund paid out roughly $350 million."),
    ("Sales rose from 1,200 units in 2018 to 1,950 in 2021. The board had expected less. A second plant opened in Łódź, and the "
     "company now employs 640 people – twice as many as a decade ago.", "The company sold more in 2021 than in 2018."),
    ("It is not true that the mayor resigned.", "The mayor resigned."),
    ("", "Water boils at 100 °C at sea level."),
]


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--base", required=True)
    cli.add_argument("--weights", required=True)
    cli.add_argument("--second", help="BASE=WEIGHTS of a judge that reads beside it")
    cli.add_argument("--held", required=True)
    cli.add_argument("--rows", type=int, default=3000, help="of the held-back ones, for the temperature")
    cli.add_argument("--out", required=True)
    args = cli.parse_args()
    torch.set_num_threads(2)
    os.makedirs(args.out, exist_ok=True)
    path = f"{args.out}/nli.safetensors"
    judges = [(args.base, args.weights)] + ([tuple(args.second.split("="))] if args.second else [])
    stored, tok, models = {}, tokenizer(args.base, 256), []
    for prefix, (base, weights) in zip(("", "second."), judges):
        state = {name: value.contiguous() for name, value in in_bytes(load_file(weights)).items()}
        save_file(state, path)
        models.append(load(base, path))
        stored.update({prefix + name: value for name, value in state.items()})
    save_file(stored, path)

    def said(pairs):
        first, *others = (logits(model, tok, pairs) for model in models)
        mean = torch.lerp(first, others[0], SECOND_SHARE) if others else first
        return torch.where(first.softmax(1)[:, 2:] > SETTLED_NEUTRAL, first, mean)

    rows = []
    for premise, hypothesis in REFERENCE:
        e = tok.encode(premise, hypothesis)
        rows.append({"premise": premise, "hypothesis": hypothesis, "ids": e.ids, "type_ids": e.type_ids,
                     "logits": [round(v, 5) for v in said([(premise, hypothesis)])[0].tolist()]})
    with open(f"{args.out}/nli.reference.json", "w", encoding="utf-8") as out:
        out.write("[\n" + ",\n".join(" " + json.dumps(r, ensure_ascii=False) for r in rows) + "\n]\n")

    with open(args.held, encoding="utf-8") as lines:
        held = [json.loads(line) for line in lines]
    held = random.Random(3).sample(held, min(args.rows, len(held)))
    scored = said([(r["premise"], r["hypothesis"]) for r in held])
    gold = torch.tensor([LABELS.index(r["label"]) for r in held])
    # One parameter and a smooth loss: a fine grid is as good as an optimiser and cannot go astray.
    loss = lambda t: float(torch.nn.functional.cross_entropy(scored / t, gold))
    best = min((k / 100 for k in range(40, 301)), key=loss)
    before, after = measure(scored.softmax(1), gold), measure((scored / best).softmax(1), gold)
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    made = {"labels": LABELS, "temperature": best, "fitted_on": "training-pool premises held back", "rows": len(held),
            "log_loss": [round(loss(1), 4), round(loss(best), 4)], "ece": [before["ece"], after["ece"]],
            "accuracy": after["accuracy"], "weights_sha256": digest}
    with open(f"{args.out}/calibration.json", "w") as out:
        out.write(json.dumps(made, indent=1) + "\n")
    print(json.dumps(made, indent=1))
    print(os.path.getsize(path), "bytes")


if __name__ == "__main__":
    main()
