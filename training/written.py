#!/usr/bin/env python3
"""Make the mix of the last stretch: the pairs we wrote ourselves, and a share of what was trained on before.

    python written.py --folder written --mix lighter.jsonl --out last.jsonl --held written-held.jsonl

A file of pairs has one item a line, a letter, a tab and a text: P is a premise, and behind it stand the claims that it entails (E),
contradicts (C) and leaves open (N). Or H is a claim, and behind it stand the passages that speak for it, against it, and for neither. A
tenth of these groups is held back as a whole, chosen by what opens it, so that the same ones are held back however often this runs.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import random
import re

SMALL = set("the a an of to in on for with and or is are was were be been by at as that this it its from not no can may could has have had do does "
            "did than more less most such their they he she his her who which into over under between after before during".split())
LABELS = {"E": "entailment", "C": "contradiction", "N": "neutral"}


def is_held(opening):
    return int(hashlib.sha1(opening.encode()).hexdigest(), 16) % 10 == 0


def groups(path):
    """The groups of a file, each with what opens it and the rest; a line that is none is told and stops the run."""
    found = []
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        letter, _, text = line.partition("\t")
        text = text.strip()
        if letter in ("P", "H") and text:
            found.append(((letter, text), []))
        elif letter in LABELS and found and text:
            found[-1][1].append((letter, text))
        else:
            raise SystemExit(f"{path}:{at}: expected P, H, E, C or N, a tab and a text")
    return found


def stems(text):
    return {re.sub("(ing|ed|es|s)$", "", word) for word in re.findall("[a-z0-9]+", text.lower()) if word not in SMALL}


def without_give_aways(claim, passages):
    """Passages without those that settle nothing and yet share more words with the claim than most that do: our writers made too many
    of them, and a judge would learn that shared words mean nothing."""
    shared = {text: len(stems(claim) & stems(text)) for _, text in passages}
    settling = sorted(shared[text] for letter, text in passages if letter != "N")
    most = settling[len(settling) // 2] if settling else 0
    return [(letter, text) for letter, text in passages if letter != "N" or shared[text] <= most]


def pairs(path):
    """Every pair of a file with what opens its group."""
    for (kind, opening), rest in groups(path):
        source = f"written_{path.stem}"
        if kind == "P":
            for letter, claim in rest:
                yield opening, {"premise": opening, "hypothesis": claim, "label": LABELS[letter], "source": source}
        else:
            for letter, passage in without_give_aways(opening, rest):
                yield opening, {"premise": passage, "hypothesis": opening, "label": LABELS[letter], "source": source}


def save(path, rows):
    with open(path, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--folder", type=pathlib.Path, required=True)
    cli.add_argument("--mix", required=True, help="what was trained on before")
    cli.add_argument("--times", type=int, default=1, help="how often each written pair stands in the mix")
    cli.add_argument("--stances", type=int, default=2, help="the same for claims with passages on either side")
    cli.add_argument("--again", type=int, default=65_000, help="rows of the earlier mix, so that nothing is forgotten")
    cli.add_argument("--out", required=True)
    cli.add_argument("--held", required=True)
    args = cli.parse_args()
    dice = random.Random(5)
    rows, held = [], []
    for path in sorted(args.folder.glob("*.txt")):
        for opening, row in pairs(path):
            (held if is_held(opening) else rows).append(row)
    with open(args.mix, encoding="utf-8") as lines:
        before = [json.loads(line) for line in lines]
    is_stance = lambda row: row["source"].startswith("written_stance")
    mix = [row for row in rows for _ in range(args.stances if is_stance(row) else args.times)] + dice.sample(before, min(args.again, len(before)))
    dice.shuffle(mix)
    save(args.out, mix)
    save(args.held, held)
    labels = collections.Counter(row["label"] for row in rows)
    print(len(rows), "written", dict(labels), len(held), "held back", len(mix), "in the mix")


if __name__ == "__main__":
    main()
