#!/usr/bin/env python3
"""Make a small corpus and its claims, in SciFact's format, from rows that the judge was not trained on.

    python pool.py --held held.jsonl written-held.jsonl --pool DATA/nli/train.jsonl.gz --out DIR

A claim is a hypothesis that stands by itself (those of talk and fiction do not), its document the premise it came with. Premises of
other sources are mixed in, so that a search has something to get wrong. A set share of the claims has no answer, as among claims that people send:
for some the premise leaves it open, for others (`--absent`) the premise that would settle it is kept out of the corpus, and the document most like it
is cited in its place. What silence and distance are worth can only be learned where silence is sometimes right.
"""
import argparse
import gzip
import json
import os
import random
import re

CLAIMS = {"vitaminc_real", "vitaminc_synthetic", "fever_wiki"}
# Of what we wrote, talk and fiction.
TALK = ("written_prose", "written_genres", "written_implied", "written_numbers")
NOISE = {"lingnli", "te_new_protocols"}
SIDE = {"entailment": "SUPPORT", "contradiction": "CONTRADICT"}


def stands_alone(source):
    return source in CLAIMS or source.startswith("written_") and not source.startswith(TALK)


def sentences(text):
    return [s for s in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text.strip()) if s] or [text]


def asked(premise):
    """The question that a premise begins with, as a title, and the rest."""
    question, mark, answer = premise.partition("? ")
    return (question + "?", answer) if mark and answer.strip() and len(question.split()) < 30 else ("", premise)


def words(text):
    return {word for word in re.findall("[a-z0-9]+", text.lower()) if len(word) > 3}


def most_like(claim, documents):
    """The document that shares most of its longer words with the claim."""
    wanted = words(claim)
    return max(documents, key=lambda d: len(wanted & words(" ".join(d["abstract"]))))["doc_id"]


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--held", nargs="+", required=True)
    cli.add_argument("--claims", type=int, default=1200)
    cli.add_argument("--open", type=float, default=0.22, help="share of the claims whose premise leaves them open")
    cli.add_argument("--absent", type=float, default=0.22, help="share of the claims whose premise is kept out")
    cli.add_argument("--pool", required=True)
    cli.add_argument("--out", required=True)
    args = cli.parse_args()
    dice = random.Random(1)
    numbers, documents, claims, seen = {}, [], [], set()

    def document(premise):
        if premise not in numbers:
            numbers[premise] = 1000 + len(numbers)
            title, text = asked(premise)
            documents.append({"doc_id": numbers[premise], "title": title, "abstract": sentences(text), "structured": False})
        return numbers[premise]

    rows = [row for path in args.held for row in map(json.loads, open(path, encoding="utf-8")) if stands_alone(row["source"])]
    dice.shuffle(rows)
    room = {True: round(args.claims * (1 - args.open)), False: round(args.claims * args.open)}
    absent, missing = round(args.claims * args.absent), []
    for row in rows:
        if row["hypothesis"] in seen or room[row["label"] in SIDE] == 0:
            continue
        room[row["label"] in SIDE] -= 1
        seen.add(row["hypothesis"])
        if row["label"] in SIDE and len(missing) < absent and row["premise"] not in numbers:
            missing.append(row)
            continue
        own = document(row["premise"])
        whole = list(range(len(documents[own - 1000]["abstract"])))
        evidence = {str(own): [{"sentences": whole, "label": SIDE[row["label"]]}]} if row["label"] in SIDE else {}
        claims.append({"id": len(claims) + 1, "claim": row["hypothesis"], "evidence": evidence, "cited_doc_ids": [own]})
    for row in map(json.loads, gzip.open(args.pool, "rt", encoding="utf-8")):
        if row["source"] in NOISE and dice.random() < 0.05 and len(row["premise"].split()) > 12:
            document(row["premise"])
    # A premise that another claim brought in after all is not absent.
    for row in (row for row in missing if row["premise"] not in numbers):
        claims.append({"id": len(claims) + 1, "claim": row["hypothesis"], "evidence": {}, "cited_doc_ids": [most_like(row["hypothesis"], documents)]})
    dice.shuffle(claims)
    os.makedirs(args.out, exist_ok=True)
    for name, lines in (("corpus", documents), ("claims", claims)):
        with open(f"{args.out}/{name}.jsonl", "w", encoding="utf-8") as out:
            out.writelines(json.dumps(line) + "\n" for line in lines)
    print(len(documents), "documents,", len(claims), "claims")


if __name__ == "__main__":
    main()
