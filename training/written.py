#!/usr/bin/env python3
"""Make the mix of the last stretch: the pairs we wrote ourselves, and a share of what was trained on before.

    python written.py --folder written --mix lighter.jsonl --out last.jsonl --held written-held.jsonl

A file of pairs has one item a line, a letter, a tab and a text: P is a premise, and behind it stand the claims that it entails (E),
contradicts (C) and leaves open (N). A tenth of the premises is held back with all their claims, chosen by their text, so that
the same ones are held back however often this runs.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import random

LABELS = {"E": "entailment", "C": "contradiction", "N": "neutral"}


def is_held(premise):
    return int(hashlib.sha1(premise.encode()).hexdigest(), 16) % 10 == 0


def pairs(path):
    """Every claim of a file with the premise it stands behind; a line that is neither is told and stops the run."""
    premise = None
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        letter, _, text = line.partition("\t")
        text = text.strip()
        if letter == "P" and text:
            premise = text
        elif letter in LABELS and premise and text:
            yield {"premise": premise, "hypothesis": text, "label": LABELS[letter], "source": f"written_{path.stem}"}
        else:
            raise SystemExit(f"{path}:{at}: expected P, E, C or N, a tab and a text")


def save(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--folder", type=pathlib.Path, required=True)
    cli.add_argument("--mix", required=True, help="what was trained on before")
    cli.add_argument("--times", type=int, default=2, help="how often each written pair stands in the mix")
    cli.add_argument("--again", type=int, default=65_000, help="rows of the earlier mix, so that nothing is forgotten")
    cli.add_argument("--out", required=True)
    cli.add_argument("--held", required=True)
    args = cli.parse_args()
    dice = random.Random(5)
    rows, held = [], []
    for path in sorted(args.folder.glob("*.txt")):
        for row in pairs(path):
            (held if is_held(row["premise"]) else rows).append(row)
    with open(args.mix, encoding="utf-8") as lines:
        before = [json.loads(line) for line in lines]
    mix = rows * args.times + dice.sample(before, min(args.again, len(before)))
    dice.shuffle(mix)
    save(args.out, mix)
    save(args.held, held)
    labels = collections.Counter(row["label"] for row in rows)
    print(len(rows), "written", dict(labels), len(held), "held back", len(mix), "in the mix")


if __name__ == "__main__":
    main()
