#!/usr/bin/env python3
"""Take most of the made rows and most of the long ones out of a mix, for a span of training that does not reach them all.

    python lighten.py --mix mix.jsonl --out lighter.jsonl

Made rows teach one fine difference each and need not be many; a row over 150 words costs as much as five short ones.
"""
import argparse
import collections
import json
import random

# Most rows of each made kind; what is not named here comes from the pool and is kept.
MOST = {"hard": 5000, "random": 2500, "somebody-else": 2200, "science": 6000, "trend": 1500, "negation": 2600, "number": 3600,
        "opposite": 2600, "identity": 1800}
LONG_WORDS, LONG_KEPT = 150, 0.4


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--mix", required=True)
    cli.add_argument("--out", required=True)
    cli.add_argument("--seed", type=int, default=5)
    args = cli.parse_args()
    rng = random.Random(args.seed)
    by_source = collections.defaultdict(list)
    with open(args.mix, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            is_long = len(row["premise"].split()) + len(row["hypothesis"].split()) > LONG_WORDS
            if not is_long or (row["source"] != "hard" and rng.random() < LONG_KEPT):
                by_source[row["source"]].append(line)
    kept = [line for source, rows in by_source.items() for line in rng.sample(rows, min(len(rows), MOST.get(source, len(rows))))]
    rng.shuffle(kept)
    with open(args.out, "w", encoding="utf-8") as out:
        out.writelines(kept)
    print(len(kept), "rows")


if __name__ == "__main__":
    main()
