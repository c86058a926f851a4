#!/usr/bin/env python3
"""Fit the log-odds of `score::verify::lean` to what `probity eval claims --dump` wrote.

    python fit.py pool-given.jsonl pool-retrieved.jsonl [--view scifact-given.jsonl scifact-retrieved.jsonl averitec.jsonl …] [--check OTHER.jsonl …]

Slopes and starts are fitted on the first files (odd claims fitted, even ones measured, then all together). Claims of another kind have answers less or
more often: with `--view` the two starts, and what an answer to a question starts from, are set again, slopes held, on the odd claims of all files
together, each file with the same weight. Dumps of claims, of given evidence and of `eval stance` will do; claims that are disputed take no part.
Needs numpy and scipy.
"""
import argparse
import json

import numpy as np
from scipy.optimize import minimize

SIDES = {"support": 0, "contradict": 1, "none": 2, "supports": 0, "contradicts": 1, "neutral": 2, "refutes": 1, "not_enough_info": 2}
NAMES = ["start", "over_neither", "over_other", "cosine", "overlap", "asked"]
SCORE_MIN, TERMS = 1e-3, len(NAMES)
UNREAD = np.exp([-1.2, -1.2, 0.0]) / np.exp([-1.2, -1.2, 0.0]).sum()
CROWD, DOUBT = 2 * TERMS, 2 * TERMS + 1
BEGIN = np.array([0, 0.7, 0.2, 0, 0, 0] * 2 + [0.2, 0.7])


def terms(readings):
    """What speaks for and against in each reading, one row each."""
    scores = np.maximum(np.array([[r["scores"][k] for k in ("entailment", "contradiction", "neutral")] for r in readings]) / 1e4, SCORE_MIN)
    e, c, n = np.log(scores).T
    one, near = np.ones(len(readings)), [np.clip([r[k] or 0 for r in readings], 0, 1) for k in ("cosine", "overlap")]
    asked = near[0] * [(r.get("title") or "").rstrip().endswith("?") for r in readings]
    return np.stack([one, e - n, e - c, *near, asked], 1), np.stack([one, c - n, c - e, *near, asked], 1)


def claim(row):
    """The gold class, and for each part and the whole of several its terms, which readings words do not confirm, and how many passages there are."""
    asked = [[] for _ in row["parts"]] + [[]]
    for reading in row["readings"]:
        asked[reading["part"]].append(reading)
    made = []
    for readings in asked:
        doubt = np.array([r["is_unconfirmed"] for r in readings], dtype=float)
        made.append((*terms(readings), doubt, len({r["document"] for r in readings})) if readings else None)
    return SIDES[row["gold"]], made[:-1], made[-1]


def read(path):
    with open(path, encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["gold"] in SIDES and row.get("verdict") not in ("unverifiable", "not_a_claim")]
    return [claim(row) for row in rows]


def odds(w, part):
    support, contradict, doubt, passages = part
    crowd = w[CROWD] * np.log(passages)
    return (support @ w[:TERMS] - w[DOUBT] * doubt).max() - crowd, (contradict @ w[TERMS:CROWD]).max() - crowd


def lean(w, asked):
    """Probabilities of for, against and neither for one statement."""
    if asked is None:
        return UNREAD
    s, c = odds(w, asked)
    made = np.exp(np.array([s, c, 0.0]) - max(s, c, 0.0))
    return made / made.sum()


def shares(w, parts, whole):
    """The same for a claim, as the engine has them: by its parts and, where there are several, by the whole in equal shares."""
    each = [lean(w, part) for part in parts]
    if len(each) == 1:
        return each[0]
    ways = [int(p.argmax()) for p in each]
    way = 1 if 1 in ways else 0 if 0 in ways else 2
    sure = min((p.max() for p, k in zip(each, ways) if k != 2), default=min(p[2] for p in each))
    by_parts = np.array([sure if k == way else (1 - sure) / 2 for k in range(3)])
    return by_parts if whole is None else (by_parts + lean(w, whole)) / 2


def loss(w, files):
    """Mean log loss, each file with the same weight."""
    return np.mean([-np.mean([np.log(shares(w, *asked)[gold] + 1e-6) for gold, *asked in rows]) for rows in files])


def fit(files, ridge=0.002):
    hold = lambda w: loss(w, files) + ridge * ((w - BEGIN) ** 2).sum()
    return minimize(hold, BEGIN, method="L-BFGS-B", bounds=[(None, None)] * 2 * TERMS + [(0, 1.5), (0, 3)]).x


def set_starts(w, files):
    """The starts of both sides and of their answers to questions, slopes held."""
    starts = [0, TERMS - 1, TERMS, 2 * TERMS - 1]

    def moved(by):
        out = w.copy()
        out[starts] += by
        return out

    return moved(minimize(lambda by: loss(moved(by), files), np.zeros(4), method="L-BFGS-B").x)


def error(stated, right, bins=15):
    """Expected calibration error over equal widths."""
    at = np.minimum((stated * bins).astype(int), bins - 1)
    return sum(abs(stated[at == b].mean() - right[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def tell(name, rows, w):
    stated, gold = np.array([shares(w, *asked) for _, *asked in rows]), np.array([row[0] for row in rows])
    said = stated.argmax(1)
    right, sure = (said == gold).astype(float), stated.max(1)
    f1 = [2 * ((said == k) & (gold == k)).sum() / max(1, (said == k).sum() + (gold == k).sum()) for k in range(3)]
    half = np.argsort(-sure, kind="stable")[: len(rows) // 2]
    print(f"{name}: n {len(rows)} right {right.mean():.3f} macro F1 {np.mean(f1):.3f} (against {f1[1]:.3f}) ece {error(sure, right):.3f} "
          f"surest half {100 * (right[half].mean() - right.mean()):+.1f}")


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("dumps", nargs="+")
    cli.add_argument("--view", nargs="*", default=[])
    cli.add_argument("--check", nargs="*", default=[])
    args = cli.parse_args()
    odd, even = lambda rows: rows[1::2], lambda rows: rows[::2]
    own, view = {p: read(p) for p in args.dumps}, {p: read(p) for p in args.view}
    together = lambda w: set_starts(w, [odd(rows) for rows in (*own.values(), *view.values())]) if view else w
    half = together(fit([odd(rows) for rows in own.values()]))
    for path, rows in {**own, **view}.items():
        tell(f"{path}, even", even(rows), half)
    w = together(fit(list(own.values())))
    for path in (*args.view, *args.check):
        tell(f"{path}, all", read(path), w)
    for side, at in (("FOR", 0), ("AGAINST", TERMS)):
        print(f"const {side}: Side = Side {{ " + ", ".join(f"{k}: {v:.2f}" for k, v in zip(NAMES, w[at:at + TERMS])) + " };")
    print(f"const CROWD: f64 = {w[CROWD]:.2f};\nconst UNCONFIRMED: f64 = {w[DOUBT]:.2f};")


if __name__ == "__main__":
    main()
