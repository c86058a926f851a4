"""Trains, measures and ships the cascade of intake: rules, a linear model, and a head on the MiniLM embedding for the uncertain middle.

    python train.py measure --data DATA --base BASE --cache DIR     halves held back, then each source left out in turn
    python train.py ship    --data DATA --base BASE --cache DIR --out ../../models/intake

DATA is the folder with `intake/train.jsonl`, `checkworthy/`, `nli/`, and, for measuring only, `averitec/` and `scifact/`.
"""
import argparse
import gzip
import hashlib
import json
import os
import pickle
import struct
import sys
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import attack_texts
import harm_texts
import patterns
from features import BUCKETS, CRATE, fold, indexes
from shape import is_errand, is_statement
from model import by_length, collate, load, tokenizer

LABELS = ["benign", "injection", "harm"]
SEED = 20261116
HIDDEN = 48
SPREAD = 8.0  # embeddings have length one; the head wants inputs around one in size
# Below LOW the linear model alone lets a text pass, above HIGH it alone refuses; between them the encoder is asked.
LOW, ERRAND_LOW, HIGH = 0.16, 0.20, 0.95
REFUSE = {"injection": 0.50, "harm": 0.30}
# What only states something is refused as an attack that both models see together, or not at all; asked from the first on.
STATED_ASK, STATED_ATTACK = 0.60, 0.75
OURS_WEIGHT = 0.5
TWIN_WEIGHT = {"notinject": 4.0, "xstest": 3.0}


def read_lines(path):
    with (gzip.open(path, "rt") if str(path).endswith(".gz") else open(path)) as lines:
        return [json.loads(line) for line in lines]


def ours():
    rng = np.random.default_rng(SEED)
    made = dict.fromkeys(harm_texts.rows(rng) + attack_texts.rows(rng) + list(cases()))
    return [{"text": text, "label": label, "source": "ours"} for text, label in made]


def cases():
    """The positive and near-miss cases that the rules are tested with."""
    for path in sorted((CRATE.parents[1] / "tests/intake/cases").glob("*.txt")):
        for line in path.read_text().splitlines():
            yield line[2:], "harm" if line.startswith("+") else "benign"


def prose(data, count=350):
    """Ordinary prose of every length, so that a long text is not an attack: premises of the NLI pool, strung together."""
    rng = np.random.default_rng(SEED)
    pool = [row["premise"] for _, row in zip(range(20000), iter(read_lines(data / "nli/train.jsonl.gz")[::11]))]
    out = []
    for _ in range(count):
        size = int(rng.choice([1, 3, 8, 25, 60]))
        out.append({"text": " ".join(pool[k] for k in rng.integers(len(pool), size=size))[:6000], "label": "benign", "source": "prose"})
    return out


class Texts:
    """Rows with everything that is computed once: folded words, embeddings and the rules that match."""

    def __init__(self, rows, base, cache, name):
        self.rows = rows
        self.label = np.array([LABELS.index(row["label"]) for row in rows])
        self.source = np.array([row["source"] for row in rows])
        key = hashlib.sha256("\n".join(row["text"] for row in rows).encode()).hexdigest()[:16]
        path = Path(cache) / f"{name}-{key}.pkl"
        if not path.exists():
            made = [indexes(fold(row["text"])) for row in rows], embedded(base, [row["text"] for row in rows])
            path.write_bytes(pickle.dumps(made))
        self.features, self.embeddings = pickle.loads(path.read_bytes())
        kinds = [patterns.scan(row["text"]) for row in rows]
        self.hit = np.array([bool(found) for found in kinds])
        self.stated = np.array([is_statement(fold(row["text"])) for row in rows])
        self.errand = np.array([is_errand(row["text"], fold(row["text"])) for row in rows])

    def take(self, keep):
        part = object.__new__(Texts)
        at = np.flatnonzero(keep)
        part.rows, part.features = [self.rows[k] for k in at], [self.features[k] for k in at]
        part.label, part.source, part.embeddings, part.hit = self.label[at], self.source[at], self.embeddings[at], self.hit[at]
        part.stated, part.errand = self.stated[at], self.errand[at]
        return part


def embedded(base, texts):
    model, tok = load(base).eval(), tokenizer(base, 256)
    model.h = torch.nn.Identity()
    encoded = [(e.ids, e.type_ids) for e in tok.encode_batch(texts)]
    out = torch.zeros(len(texts), 384)
    with torch.no_grad():
        for batch in by_length([len(ids) for ids, _ in encoded], 4096):
            out[batch] = model(*collate([encoded[k] for k in batch]))
    return F.normalize(out).numpy()


def bag(features):
    return torch.from_numpy(np.concatenate(features)), torch.from_numpy(np.cumsum([0] + [len(f) for f in features[:-1]]))


def roots(features):
    return torch.tensor([float(len(f)) ** 0.5 for f in features])[:, None]


def fit_linear(features, label, weight, epochs=10, rate=0.05, decay=1e-6, seed=SEED):
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    table = torch.nn.EmbeddingBag(BUCKETS, 3, mode="sum")
    torch.nn.init.zeros_(table.weight)
    bias = torch.nn.Parameter(torch.zeros(3))
    step = torch.optim.Adam([table.weight, bias], lr=rate)
    label, weight, order = torch.tensor(label), torch.tensor(weight, dtype=torch.float32), np.arange(len(features))
    for epoch in range(epochs):
        rng.shuffle(order)
        step.param_groups[0]["lr"] = rate * (1 - epoch / epochs)
        for at in range(0, len(order), 256):
            batch = order[at:at + 256]
            rows = [features[k] for k in batch]
            logits = table(*bag(rows)) / roots(rows) + bias
            loss = (F.cross_entropy(logits, label[batch], reduction="none", label_smoothing=0.02) * weight[batch]).mean()
            loss = loss + decay * (table.weight ** 2).sum()
            step.zero_grad(); loss.backward(); step.step()
    return quantised(table.weight.detach().numpy(), bias.detach().numpy())


def quantised(table, bias):
    """Whole numbers of one byte, one step size for each class: what ships is what is measured."""
    steps = np.abs(table).max(0) / 127
    return np.clip(np.round(table / steps), -127, 127).astype(np.int8), steps.astype(np.float32), bias.astype(np.float32)


def read_linear(model, features):
    table, steps, bias = model
    logits = np.stack([table[f].astype(np.int64).sum(0) * steps / len(f) ** 0.5 + bias for f in features])
    return softmax(logits)


def softmax(logits):
    grown = np.exp(logits - logits.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def fit_head(embeddings, label, weight, epochs=50, seed=SEED):
    torch.manual_seed(seed)
    net = torch.nn.Sequential(torch.nn.Linear(384, HIDDEN), torch.nn.ReLU(), torch.nn.Dropout(0.3), torch.nn.Linear(HIDDEN, 3))
    step = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=0.02)
    inputs, label, weight = torch.tensor(embeddings * SPREAD), torch.tensor(label), torch.tensor(weight, dtype=torch.float32)
    for epoch in range(epochs):
        step.param_groups[0]["lr"] = 3e-3 * (1 - epoch / epochs)
        for batch in torch.randperm(len(inputs)).split(256):
            loss = (F.cross_entropy(net(inputs[batch]), label[batch], reduction="none", label_smoothing=0.02) * weight[batch]).mean()
            step.zero_grad(); loss.backward(); step.step()
    net.eval()
    return [parameter.detach().numpy() for parameter in net.parameters()]


def read_head(head, embeddings):
    first, first_bias, second, second_bias = head
    return softmax(np.maximum(embeddings * SPREAD @ first.T + first_bias, 0) @ second.T + second_bias)


def fit(train):
    weight = np.array([OURS_WEIGHT if s == "ours" else TWIN_WEIGHT.get(s, 1.0) if l == 0 else 1.0 for s, l in zip(train.source, train.label)])
    return fit_linear(train.features, train.label, weight), fit_head(train.embeddings, train.label, weight)


def spared(said, errand):
    """What speaks neither to nor of the machine is no attack on it, whatever a model says."""
    return np.where(errand[:, None], np.stack([said[:, 0] + said[:, 1], np.zeros(len(said)), said[:, 2]], 1), said)


def judge(models, texts):
    """What the cascade does with each text: refused or not, and whether the encoder was asked."""
    linear, head = models
    p = spared(read_linear(linear, texts.features), texts.errand)
    q = (p + spared(read_head(head, texts.embeddings), texts.errand)) / 2
    doubt = 1 - p[:, 0]
    asked = (doubt > np.where(texts.errand, ERRAND_LOW, LOW)) & (doubt < HIGH) & ~texts.stated
    asked = (asked | texts.stated & (p[:, 1] >= STATED_ASK)) & ~texts.hit
    said = np.where(asked[:, None], q, p)
    limit = np.where(said[:, 1] >= said[:, 2], REFUSE["injection"], REFUSE["harm"])
    by_model = np.where(asked, 1 - said[:, 0] >= limit, doubt >= HIGH)
    stated = asked & (q[:, 1] >= STATED_ATTACK)
    return texts.hit | np.where(texts.stated, stated, by_model), asked, p, q


def wilson(hits, n, z=1.96):
    if n == 0:
        return "-"
    p = hits / n
    middle, half = (p + z * z / (2 * n)) / (1 + z * z / n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    return f"{p:.3f} [{middle - half:.3f}, {middle + half:.3f}] n={n}"


def tell(name, texts, refused, asked):
    print(f"## {name}: attack {wilson(refused[texts.label == 1].sum(), (texts.label == 1).sum())}"
          f"  harm {wilson(refused[texts.label == 2].sum(), (texts.label == 2).sum())}"
          f"  false {wilson(refused[texts.label == 0].sum(), (texts.label == 0).sum())}  encoder {asked.mean():.3f}")
    for source in sorted(set(texts.source)):
        for label in range(3):
            keep = (texts.source == source) & (texts.label == label)
            if keep.any():
                print(f"   {source:24} {LABELS[label]:10} refused {wilson(refused[keep].sum(), keep.sum())}", flush=True)


def together(*parts):
    whole = object.__new__(Texts)
    whole.rows, whole.features = sum((p.rows for p in parts), []), sum((p.features for p in parts), [])
    for name in ("label", "source", "embeddings", "hit", "stated", "errand"):
        setattr(whole, name, np.concatenate([getattr(p, name) for p in parts]))
    return whole


def gathered(arguments):
    data = Path(arguments.data)
    make = lambda rows, name: Texts(rows, arguments.base, arguments.cache, name)
    claims = [{"text": row["text"], "label": "benign", "source": "checkworthy"} for row in read_lines(data / "checkworthy/claimbuster_train.jsonl")]
    return make(read_lines(data / "intake/train.jsonl"), "intake"), make(ours(), "ours"), make(prose(data), "prose"), make(claims, "claims")


def measure(arguments):
    intake, own, plain, claims = gathered(arguments)
    rng = np.random.default_rng(SEED)
    half, claim_half = rng.random(len(intake.rows)) < 0.5, rng.random(len(claims.rows)) < 0.3
    for name, keep in (("first half held back", ~half), ("second half held back", half)):
        models = fit(together(intake.take(keep), own, plain, claims.take(claim_half)))
        held = intake.take(~keep)
        refused, asked, _, _ = judge(models, held)
        tell(name, held, refused, asked)
        rest = claims.take(~claim_half)
        refused, asked, _, _ = judge(models, rest)
        tell(name + ", claims", rest, refused, asked)
    for source in sorted(set(intake.source)):
        if source == "harmless":
            continue
        models = fit(together(intake.take(intake.source != source), own, plain, claims.take(claim_half)))
        held = intake.take(intake.source == source)
        refused, asked, _, _ = judge(models, held)
        tell(f"{source} never seen", held, refused, asked)


def ship(arguments):
    intake, own, plain, claims = gathered(arguments)
    keep = np.random.default_rng(SEED).random(len(claims.rows)) < 0.5
    linear, head = fit(together(intake, own, plain, claims.take(keep)))
    table, steps, bias = linear
    out = Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "intake.bin", "wb") as file:
        file.write(b"PROBINT1" + struct.pack("<II", BUCKETS, HIDDEN))
        file.write(steps.tobytes() + bias.tobytes())
        for part in head:
            file.write(part.astype("<f4").tobytes())
        file.write(np.ascontiguousarray(table.T).tobytes())
    known = own.take(np.arange(len(own.rows)) % 83 == 0)
    refused, asked, p, q = judge((linear, head), known)
    reference = [{"text": row["text"], "linear": [round(float(x), 4) for x in p[k]], "features": len(known.features[k])}
                 for k, row in enumerate(known.rows)]
    (out / "reference.json").write_text(json.dumps(reference, ensure_ascii=False, indent=1) + "\n")
    print(os.path.getsize(out / "intake.bin"), "bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=["measure", "ship"])
    for name in ("--data", "--base", "--cache", "--out"):
        parser.add_argument(name)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    {"measure": measure, "ship": ship}[arguments.verb](arguments)
