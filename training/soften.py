#!/usr/bin/env python3
"""Put the opinion of earlier judges beside the labels of a mix.

    python soften.py --judge MINILM_DIR=../models/nli/nli.safetensors --judge gte=deeper/nli.safetensors --mix last.jsonl --out softened.jsonl

Some labels of the public pool are slips. Judges that have read all of it are surprised by them, so `train.py` mixes the mean of what they
say (`soft`) into the target. Pairs that we wrote or made ourselves are left alone: there the label is right.
"""
import argparse
import json

import torch

from model import load, logits, tokenizer

# People labelled these; every other row of a mix was written or made by us.
LABELLED = ("mnli_20k", "taxinli_mnli", "lingnli", "te_new_protocols", "vitaminc_real", "vitaminc_synthetic", "fever_wiki", "snli_dev", "snli_test")


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--judge", action="append", required=True, help="BASE=WEIGHTS, once for each judge")
    cli.add_argument("--mix", required=True)
    cli.add_argument("--out", required=True)
    cli.add_argument("--longest", type=int, default=160)
    args = cli.parse_args()
    torch.set_num_threads(2)
    with open(args.mix, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    pool = [row for row in rows if row["source"] in LABELLED]
    pairs = [(row["premise"], row["hypothesis"]) for row in pool]
    mean = torch.zeros(len(pool), 3)
    for judge in args.judge:
        base, weights = judge.split("=")
        model, tok = load(base, weights), tokenizer(base, args.longest)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            mean += logits(model, tok, pairs).softmax(1) / len(args.judge)
    for row, scores in zip(pool, mean.tolist()):
        row["soft"] = [round(score, 3) for score in scores]
    with open(args.out, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print(len(pool), "of", len(rows), "rows softened")


if __name__ == "__main__":
    main()
