#!/usr/bin/env python3
"""Make the mixes of the stretches that a judge is taught with from the bare encoder.

    python stretches.py --pool DATA/nli/train.jsonl.gz --lighter lighter.jsonl --folder written --out . --held written-held.jsonl

The first has the lighter mix, more photograph captions (short and cheap, and they teach what entailment is), and all written pairs; the second
leaves half of what is learned quickly out, so that its falling learning rate goes to what is learned slowly. The third has nearly everything
once more, made rows included, and twice what was written last. `once` is for the deepest judge, which has time for a single stretch; `fourth`
is the third with each written pair once and less of what it knows, for when that judge goes on; `fifth` has a share of that beside what was
written last. `wide` is for the judge from MPNet, which costs four times as much a row and needs fewer: people's labels first; `wider`,
`widest` and `utmost` are for when that one goes on: what it has not read yet, and people's labels once more; `fresh` is read beside what `utmost` had left over.
"""
import argparse
import collections
import gzip
import json
import pathlib
import random

from written import is_held, pairs, save

# Shares of sources that augment.py nearly leaves out, for the first stretch.
MORE = {"snli_dev": 0.7, "snli_test": 0.7, "cad_snli": 0.3, "sick": 0.3, "conjnli_adv": 0.15}
# Shares of the lighter mix in the second stretch; what is not named is kept to two fifths.
LATER = {"lingnli": 0.8, "te_new_protocols": 0.8, "mnli_20k": 1, "taxinli_mnli": 1, "vitaminc_real": 1, "vitaminc_synthetic": 0.5,
         "fever_wiki": 0.5, "snli_dev": 0.5, "snli_test": 0.5}
OTHERS = 0.4
# Shares of the lighter mix in the third stretch; what is not named is kept whole.
LAST = {"lingnli": 0.85, "te_new_protocols": 0.85, "vitaminc_synthetic": 0.8, "fever_wiki": 0.6, "snli_dev": 0.5, "snli_test": 0.5, "science": 0.6,
        "trend": 0.6, "conjnli_adv": 0.5, "cad_snli": 0.5, "sick": 0.5, "mpe": 0.4, "joci": 0.4}
# Shares in the one stretch of the deepest judge, which reads nearly everything once; above 1, some rows stand in it twice.
ONCE = {"mnli_20k": 2, "taxinli_mnli": 2, "vitaminc_real": 1.3, "vitaminc_synthetic": 0.6, "snli_dev": 0.8, "snli_test": 0.8, "lingnli": 1, "te_new_protocols": 1,
        "fever_wiki": 0.9, "hard": 0.6, "random": 0.6, "identity": 0.8, "unit": 2}
# Shares of the third mix in the fourth; of written pairs the last, what is not named is kept whole.
FOURTH = {"lingnli": 0.75, "te_new_protocols": 0.75, "vitaminc_synthetic": 0.55, "fever_wiki": 0.8, "science": 0.6, "hard": 0.6, "random": 0.5, "number": 0.8,
          "opposite": 0.7, "negation": 0.7, "somebody-else": 0.7, "identity": 0.6, "trend": 0.6}
FOURTH_WRITTEN = 0.85
# Shares of the lighter mix for the judge from MPNet.
WIDE = {"mnli_20k": 1, "taxinli_mnli": 1, "lingnli": 0.36, "te_new_protocols": 0.3, "vitaminc_real": 0.5, "vitaminc_synthetic": 0.18, "fever_wiki": 0.25,
        "snli_dev": 0.12, "snli_test": 0.12, "number": 0.4, "unit": 0.6, "bound": 0.6, "hard": 0.3, "random": 0.25, "somebody-else": 0.3, "opposite": 0.2,
        "negation": 0.2, "science": 0.15, "identity": 0.2, "identity-changed": 0.3}
WIDE_OTHERS, WIDE_WRITTEN = 0.1, 0.28
# Shares of what the wide mix has left over, for when that judge goes on; MNLI's rows it reads again, few as they are.
WIDER = {"lingnli": 0.5, "te_new_protocols": 0.4, "vitaminc_real": 0.6, "vitaminc_synthetic": 0.15, "fever_wiki": 0.4, "number": 0.5, "identity": 0.5,
         "identity-changed": 0.6, "affirmed": 0.6, "negation": 0.3, "opposite": 0.3, "unit": 1, "bound": 1, "hard": 0.3, "science": 0.2}
WIDER_OTHERS, WIDER_WRITTEN, AGAIN = 0.15, 0.5, ("mnli_20k", "taxinli_mnli")
# Written for that stretch, and twice in it; the mixes before are drawn without them.
LATE = {"written_fragments-law", "written_fragments-news", "written_stance-pandemic7"}
# Shares of what both have left over, for its third stretch; people's labels come once more, whether it has read them or not.
WIDEST = {"lingnli": 0.7, "te_new_protocols": 0.5, "vitaminc_real": 1, "vitaminc_synthetic": 0.2, "fever_wiki": 0.7, "number": 0.6, "science": 0.15}
WIDEST_OTHERS, WIDEST_WRITTEN = 0.15, 0.8
WIDEST_AGAIN = {"mnli_20k": 1, "taxinli_mnli": 1, "vitaminc_real": 0.3, "unit": 1, "bound": 0.5}
# Shares of what all three have left over, for its fourth stretch, and of what comes once more: what it has read once only pays most.
UTMOST = {"lingnli": 1, "te_new_protocols": 0.4, "vitaminc_real": 1, "fever_wiki": 1, "number": 0.5, "bound": 1, "unit": 1, "negation": 0.2, "opposite": 0.2}
UTMOST_OTHERS, UTMOST_WRITTEN = 0.1, 0.2
UTMOST_AGAIN = {"mnli_20k": 0.5, "taxinli_mnli": 0.5, "lingnli": 0.35, "vitaminc_real": 0.6, "vitaminc_synthetic": 0.15, "te_new_protocols": 0.15, "fever_wiki": 0.4,
                "unit": 1, "bound": 0.5}
# Share of the fourth mix in the fifth, a short stretch for the deepest judge with what was written last.
FIFTH = 0.2
# Written for these last two, and three times in them.
LATEST = {f"written_{name}" for name in ("roles", "narrowing", "contests", "windows", "desk-local", "desk-offices", "desk-knowledge", "desk-science")}
# Written for the fourth stretch of the wide one, and twice in it.
NEWEST = {f"written_{name}" for name in ("turned", "deeds", "reckoned", "contrasts", "passages", "lore", "stance-clinic", "desk-public", "desk-paper", "desk-lab")}
# Written for its fifth, and twice in that.
FRESH = {f"written_{name}" for name in ("speakers", "compared", "bridges", "stance-findings", "stance-hints", "stance-climate11", "revisions9", "genres-round")}
TWICE = {f"written_{name}" for name in ("revisions7", "revisions8", "stance-questions4", "stance-questions5", "stance-questions6", "stance-questions7",
                                        "stance-questions8", "stance-climate10", "stance-abstracts", "stance-medicine4", "stance-facts2")}


def shuffled(dice, folder, name, rows):
    dice.shuffle(rows)
    save(folder / f"{name}.jsonl", rows)
    print(name, len(rows), dict(collections.Counter(row["label"] for row in rows)))


def is_of(path, sources):
    return f"written_{path.stem}" in sources


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--pool", required=True)
    cli.add_argument("--lighter", required=True)
    cli.add_argument("--folder", type=pathlib.Path, required=True)
    cli.add_argument("--out", type=pathlib.Path, required=True)
    cli.add_argument("--held", required=True)
    args = cli.parse_args()
    dice = random.Random(11)
    times = lambda share: int(share) + (dice.random() < share % 1)
    written, late, latest, newest, fresh, held = [], [], [], [], [], []
    for path in sorted(args.folder.glob("*.txt")):
        into = late if is_of(path, LATE) else latest if is_of(path, LATEST) else newest if is_of(path, NEWEST) else fresh if is_of(path, FRESH) else written
        for opening, row in pairs(path):
            (held if is_held(opening) else into).append(row)
    with open(args.lighter, encoding="utf-8") as lines:
        lighter = [json.loads(line) for line in lines]
    have = {(row["premise"], row["hypothesis"]) for row in lighter}
    with gzip.open(args.pool, "rt", encoding="utf-8") as lines:
        more = [row for row in map(json.loads, lines) if dice.random() < MORE.get(row["source"], 0) and (row["premise"], row["hypothesis"]) not in have]
    later = [row for row in lighter if dice.random() < LATER.get(row["source"], OTHERS)]
    last = [row for row in lighter if dice.random() < LAST.get(row["source"], 1)] + [row for row in written if row["source"] in TWICE]
    once = [row for row in lighter + more for _ in range(times(ONCE.get(row["source"], OTHERS)))]
    share_of = lambda row: FOURTH_WRITTEN if row["source"].startswith("written_") else FOURTH.get(row["source"], 1)
    fourth = [row for row in {(row["premise"], row["hypothesis"]): row for row in last + written}.values() if dice.random() < share_of(row)]
    wide = [row for row in lighter if dice.random() < WIDE.get(row["source"], WIDE_OTHERS)] + [row for row in written if dice.random() < WIDE_WRITTEN]
    read = {(row["premise"], row["hypothesis"]) for row in wide}
    unread = [row for row in lighter + written if (row["premise"], row["hypothesis"]) not in read]
    share_of = lambda row: WIDER_WRITTEN if row["source"].startswith("written_") else WIDER.get(row["source"], WIDER_OTHERS)
    wider = [row for row in unread if dice.random() < share_of(row)] + [row for row in lighter if row["source"] in AGAIN] + 2 * late
    read |= {(row["premise"], row["hypothesis"]) for row in wider}
    share_of = lambda row: WIDEST_WRITTEN if row["source"].startswith("written_") else WIDEST.get(row["source"], WIDEST_OTHERS)
    widest = [row for row in lighter + written if (row["premise"], row["hypothesis"]) not in read and dice.random() < share_of(row)]
    widest += [row for row in lighter if dice.random() < WIDEST_AGAIN.get(row["source"], 0)] + 3 * latest
    read |= {(row["premise"], row["hypothesis"]) for row in widest}
    fifth = [row for row in fourth if dice.random() < FIFTH] + 3 * latest
    mixes = {"first": lighter + more + written, "second": later + written, "third": last + written, "once": once + written, "fourth": fourth,
             "wide": wide, "wider": wider, "widest": widest, "fifth": fifth}
    for name, rows in mixes.items():
        shuffled(dice, args.out, name, rows)
    # Drawn behind all others, so that those can be made again as they were.
    utmost = [row for row in lighter if (row["premise"], row["hypothesis"]) not in read and dice.random() < UTMOST.get(row["source"], UTMOST_OTHERS)]
    utmost += [row for row in lighter if dice.random() < UTMOST_AGAIN.get(row["source"], 0)]
    utmost += [row for row in written + late + latest if dice.random() < UTMOST_WRITTEN] + 2 * newest
    shuffled(dice, args.out, "utmost", utmost)
    shuffled(dice, args.out, "fresh", 2 * fresh)
    save(args.held, held)


if __name__ == "__main__":
    main()
