#!/usr/bin/env python3
"""Pair claims that we wrote with premises that were written for another claim of the same field.

    python strangers.py --mix mix.jsonl --out strangers.jsonl [--rows 22000]

Every written premise stands beside its own claim, which it confirms, denies or leaves open by a hair. A judge taught with nothing else takes whatever is
about the same field for an answer: "Colchicine reduces hospital admissions" was denied by what training does to them. Here the claim has a rare word that
its own premise has as well, so that no other word would do, and the stranger has not: it cannot settle the claim.
"""
import argparse
import collections
import json
import random
import re

# Talk and fiction have no fields, and revisions share theirs with their own neighbours.
TALK = ("written_prose", "written_genres", "written_implied", "written_numbers", "written_revisions")
# Files of one field, by a word of their names.
FIELDS = {"pandemic": "pandemic", "virus": "pandemic", "infections": "pandemic", "climate": "climate", "energy": "climate", "impacts": "climate",
          "medicine": "medicine", "treatments": "medicine", "biomedicine": "medicine", "health": "medicine", "nutrition": "nutrition",
          "wellbeing": "nutrition", "biology": "biology", "politics": "politics", "questions": "questions"}
COMMON = set("""the and for with are was were been that this these those from its their than not more less most have has had can may could would will does
did which who how what people study there they also into over about after between during among both all any each other such only same new used using""".split())
# A word is rare when no more than this share of the claims has it.
RARE = 0.0008
# Letters by which two forms of a word are one.
STEM = 5
# Other words of the claim that the stranger has.
SHARED = 2
TRIES = 60


def words(text):
    return [word for word in re.findall(r"[a-z0-9][a-z0-9-]+", text.lower()) if len(word) > 2 and word not in COMMON]


def stems(text):
    return {word[:STEM] for word in words(text)}


def field(source):
    return next((FIELDS[word] for word in FIELDS if word in source), "other")


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--mix", required=True)
    cli.add_argument("--out", required=True)
    cli.add_argument("--rows", type=int, default=22000)
    args = cli.parse_args()
    dice = random.Random(23)
    with open(args.mix, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    rows = [row for row in rows if row["source"].startswith("written_") and not row["source"].startswith(TALK)]
    heard = collections.Counter(word for row in rows for word in set(words(row["hypothesis"])))
    fields = collections.defaultdict(list)
    for row in rows:
        row["stems"] = stems(row["premise"])
        fields[field(row["source"])].append(row)
    # Whose premise has a stem, within a field.
    having = {name: collections.defaultdict(list) for name in fields}
    for name, members in fields.items():
        for row in members:
            for stem in row["stems"]:
                having[name][stem].append(row)
    made = {}
    for _ in range(TRIES):
        for row in dice.sample(rows, len(rows)):
            said = words(row["hypothesis"])
            rare = {word[:STEM] for word in said if heard[word] <= RARE * len(rows)} & row["stems"]
            others = {word[:STEM] for word in said} - rare
            among = having[field(row["source"])][dice.choice(sorted(others))] if others else []
            if not rare or not among:
                continue
            stranger = dice.choice(among)
            is_near = len(others & stranger["stems"]) >= SHARED
            if is_near and stranger["premise"] != row["premise"] and not rare & stranger["stems"]:
                made[stranger["premise"], row["hypothesis"]] = {"premise": stranger["premise"], "hypothesis": row["hypothesis"], "label": "neutral",
                                                                "source": "stranger"}
            if len(made) >= args.rows:
                break
        if len(made) >= args.rows:
            break
    with open(args.out, "w", encoding="utf-8") as out:
        out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in made.values())
    print(len(made), "rows")


if __name__ == "__main__":
    main()
