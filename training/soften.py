#!/usr/bin/env python3
"""Put an earlier judge's opinion beside the labels of a mix.

    python soften.py --base MINILM_DIR --weights ../models/nli/nli.safetensors --mix last.jsonl --out softened.jsonl

Some labels of the public pool are slips. A judge that has read all of it is surprised by them, so `train.py`
mixes what it says (`soft`) into the target. Pairs that we wrote ourselves are left alone: there the label is right.
"""
import argparse
import json

import torch

from model import load, logits, tokenizer


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--base", required=True)
    cli.add_argument("--weights", required=True)
    cli.add_argument("--mix", required=True)
    cli.add_argument("--out", required=True)
    cli.add_argument("--longest", type=int, default=160)
    args = cli.parse_args()
    torch.set_num_threads(2)
    model, tok = load(args.base, args.weights), tokenizer(args.base, args.longest)
    with open(args.mix, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    pool = [row for row in rows if not row["source"].startswith("written_")]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        said = logits(model, tok, [(row["premise"], row["hypothesis"]) for row in pool]).softmax(1)
    for row, scores in zip(pool, said.tolist()):
        row["soft"] = [round(score, 3) for score in scores]
    with open(args.out, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    print(len(pool), "of", len(rows), "rows softened")


if __name__ == "__main__":
    main()
