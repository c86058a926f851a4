#!/usr/bin/env python3
"""Fit the two curves of `score::verify::calibration` to what `probity eval claims --dump` wrote.

    python fit.py oracle.jsonl retrieved.jsonl [--scale 0.65] [--check OTHER.jsonl …]

Odd claims are fitted, even ones measured; then both are fitted together and the coefficients printed. Claims of another kind may be harder
than those of the pool, and silence about them more often right: scale and shift draw the curve of a direction towards one half, `--silence` lifts the other.
"""
import argparse
import json

import numpy as np

TERMS = ["loudness", "margin", "consensus"]
QUIET = ["neutral"]


def read(paths):
    rows = []
    for path in paths:
        rows += [row for row in map(json.loads, open(path, encoding="utf-8")) if row["gold"] and row["features"]]
    return rows


def matrix(rows, terms):
    x = np.array([[1.0] + [row["features"][term] for term in terms] for row in rows])
    return x, np.array([float(row["is_right"]) for row in rows])


def fit(x, y, ridge=1.0):
    """Logistic regression by Newton's method; the intercept is not held back."""
    w = np.zeros(x.shape[1])
    hold = np.diag([1e-6] + [ridge] * (x.shape[1] - 1))
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ w))
        step = np.linalg.solve(x.T @ (x * (p * (1 - p))[:, None]) + hold, x.T @ (y - p) - hold @ w)
        w += step
        if np.abs(step).max() < 1e-9:
            break
    return w


def error(stated, right, bins=10):
    """Expected calibration error over equal widths."""
    at = np.minimum((stated * bins).astype(int), bins - 1)
    return sum(abs(stated[at == b].mean() - right[at == b].mean()) * (at == b).mean() for b in range(bins) if (at == b).any())


def state(rows, right, nowhere):
    stated = []
    for row in rows:
        w, terms = (nowhere, QUIET) if row["direction"] == "none" else (right, TERMS)
        z = w[0] + sum(c * row["features"][term] for c, term in zip(w[1:], terms))
        stated.append(1 / (1 + np.exp(-z)))
    return np.array(stated)


def curves(rows, scale, shift, silence):
    right = scale * fit(*matrix([row for row in rows if row["direction"] != "none"], TERMS))
    right[0] += shift
    nowhere = fit(*matrix([row for row in rows if row["direction"] == "none"], QUIET))
    nowhere[0] += silence
    return right, nowhere


def tell(name, rows, right, nowhere):
    stated, so = state(rows, right, nowhere), np.array([float(row["is_right"]) for row in rows])
    half = np.argsort(-stated)[: len(rows) // 2]
    print(f"{name}: n {len(rows)} right {so.mean():.3f} ece {error(stated, so):.3f} surest half {so[half].mean():.3f}")


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("dumps", nargs="+")
    cli.add_argument("--scale", type=float, default=1.0)
    cli.add_argument("--shift", type=float, default=0.0)
    cli.add_argument("--silence", type=float, default=0.0)
    cli.add_argument("--check", nargs="*", default=[])
    args = cli.parse_args()
    rows = read(args.dumps)
    odd, even = [r for r in rows if int(r["id"]) % 2], [r for r in rows if not int(r["id"]) % 2]
    tell("held back", even, *curves(odd, args.scale, args.shift, args.silence))
    right, nowhere = curves(rows, args.scale, args.shift, args.silence)
    for path in args.check:
        tell(path, read([path]), right, nowhere)
    print("RIGHT  ", [round(float(c), 3) for c in right])
    print("NOWHERE", [round(float(c), 3) for c in nowhere])


if __name__ == "__main__":
    main()
