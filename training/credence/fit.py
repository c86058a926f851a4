#!/usr/bin/env python3
"""Fit the log-odds of `score::verify::lean` to what `probity eval … --dump` wrote.

    python fit.py pool-given.jsonl pool-retrieved.jsonl [--view scifact-given.jsonl averitec.jsonl …] [--check OTHER.jsonl …]

Slopes and starts are fitted on the first files: on odd claims and on even ones, each fit measured on what it has not seen, then all together. Claims of another kind have answers less or
more often, and a judge is less sure of them than of what it was taught with: with `--view` the starts, what an answer to a question starts from, one scale
for all slopes, and what several passages come to are set again on all files together, each with the same weight. Dumps of claims, of
given evidence and of `eval stance` will do; claims that are disputed take no part in the fit, those without one label in nothing. Needs torch.
"""
import argparse
import json

import torch

SIDES = {"support": 0, "contradict": 1, "none": 2, "supports": 0, "contradicts": 1, "neutral": 2, "refutes": 1, "not_enough_info": 2, "disputed": 3}
NAMES = ["start", "over_neither", "over_other", "cosine", "overlap", "asked", "asked_start"]
STARTS = [NAMES.index(name) for name in ("start", "asked", "asked_start")]
SCORE_MIN, STATEMENTS, SURE_MIN, LOUDER = 1e-3, 8, 0.5, 2 / 3
UNREAD = torch.tensor([-1.2, -1.2, 0.0]).double().softmax(0)
PASSED_OVER = 0.4


def terms(reading):
    """What speaks for and against in a reading, and whether a rule does not confirm it."""
    e, c, n = (max(reading["scores"][k] / 1e4, SCORE_MIN) for k in ("entailment", "contradiction", "neutral"))
    e, c, n = torch.tensor([e, c, n]).double().log().tolist()
    cosine, overlap = (min(max(reading[k] or 0.0, 0.0), 1.0) for k in ("cosine", "overlap"))
    asked = float(reading["is_answer"])
    near = [cosine, overlap, asked * cosine, asked]
    return [1.0, e - n, e - c, *near], [1.0, c - n, c - e, *near], float(reading["is_unconfirmed"])


class Dump:
    """The claims of a file; every reading belongs to a passage, every passage to a statement of a claim: its parts and, behind several, the whole."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as lines:
            rows = [row for row in map(json.loads, lines) if row["gold"]]
        self.path = path
        self.gold = torch.tensor([SIDES[row["gold"]] for row in rows])
        self.passed_over = torch.tensor([row.get("verdict") in ("unverifiable", "not_a_claim") for row in rows])
        self.parts = torch.tensor([len(row["parts"]) for row in rows])
        support, contradict, doubt, window, self.passage, owner, known = [], [], [], [], [], [], {}
        for at, row in enumerate(rows):
            for reading in row["readings"]:
                statement = at * STATEMENTS + min(reading["part"], STATEMENTS - 1)
                key = (statement, reading["document"])
                if key not in known:
                    known[key] = len(owner)
                    owner.append(statement)
                self.passage.append(known[key])
                window.append(bool(reading.get("is_window")))
                for into, made in zip((support, contradict, doubt), terms(reading)):
                    into.append(made)
        self.support, self.contradict, self.doubt = (torch.tensor(made).double() for made in (support, contradict, doubt))
        self.window, self.passage, self.owner = torch.tensor(window), torch.tensor(self.passage), torch.tensor(owner)
        self.count = torch.zeros(len(rows) * STATEMENTS).scatter_add(0, self.owner, torch.ones(len(owner))).double()

    def odd(self):
        return torch.arange(len(self.gold)) % 2 == 1


def together(dump, spoken, crowd):
    """The odds of the passages of each statement, added up, less what so many come to by chance; the loudest sentence speaks for a passage, and where
    one was read with those around it, both readings do, the louder one more."""
    silent = torch.full((len(dump.owner),), -30.0).double()
    loudest_of = lambda among: silent.scatter_reduce(0, dump.passage[among], spoken[among], "amax")
    passage, window = loudest_of(~dump.window), loudest_of(dump.window)
    passage = torch.where(window > -30.0, LOUDER * torch.maximum(passage, window) + (1 - LOUDER) * torch.minimum(passage, window), passage)
    loudest = torch.full((len(dump.count),), -30.0).double().scatter_reduce(0, dump.owner, passage.detach(), "amax")
    odds = torch.zeros(len(dump.count)).double().scatter_add(0, dump.owner, (passage - loudest[dump.owner]).exp())
    return loudest + odds.clamp_min(1e-9).log() - crowd * dump.count.clamp_min(1).log()


def shares(w, dump):
    """Probabilities of for, against and neither, as the engine has them: by the parts and, where there are several, by the whole in equal shares."""
    crowd, flat, doubt = w["crowd"], w["flat"], w["doubt"]
    support = together(dump, dump.support @ w["for"] - doubt * dump.doubt, crowd)
    contradict = together(dump, dump.contradict @ w["against"], crowd)
    sure = (1 - flat * dump.count.clamp_min(1).log()).clamp_min(SURE_MIN)
    each = torch.stack([support * sure, contradict * sure, torch.zeros_like(support)], -1).softmax(-1)
    each = torch.where((dump.count > 0)[:, None], each, UNREAD).view(-1, STATEMENTS, 3)
    is_part = torch.arange(STATEMENTS)[None] < dump.parts[:, None]
    ways, most = each.argmax(-1), each.max(-1).values
    has = lambda way: ((ways == way) & is_part).any(1)
    way = torch.where(has(1), 1, torch.where(has(0), 0, 2))
    least = lambda values, among: torch.where(among, values, torch.full_like(values, 9.0)).min(1).values
    points = (ways != 2) & is_part
    sure = torch.where(points.any(1), least(most, points), least(each[..., 2], is_part))[:, None]
    is_way = torch.nn.functional.one_hot(way, 3).double()
    by_parts = is_way * sure + (1 - is_way) * (1 - sure) / 2
    rows, behind = torch.arange(len(way)), dump.parts.clamp_max(STATEMENTS - 1)
    has_whole = (dump.count.view(-1, STATEMENTS)[rows, behind] > 0)[:, None]
    several = torch.where(has_whole, (by_parts + each[rows, behind]) / 2, by_parts)
    return torch.where((dump.parts == 1)[:, None], each[:, 0], several)


def loss(w, dumps, among):
    """Mean log loss, each file with the same weight."""
    total = 0.0
    for dump in dumps:
        counted = among(dump) & (dump.gold < 3) & ~dump.passed_over
        total = total - (shares(w, dump)[counted, dump.gold[counted]] + 1e-6).log().mean()
    return total / len(dumps)


def minimise(parameters, made, dumps, among, hold=0.0):
    """Moves the parameters until the loss of what is made of them is least."""
    begin = [p.detach().clone() for p in parameters]
    optimiser = torch.optim.LBFGS(parameters, max_iter=300, line_search_fn="strong_wolfe")

    def step():
        optimiser.zero_grad()
        value = loss(made(), dumps, among) + hold * sum(((p - b) ** 2).sum() for p, b in zip(parameters, begin))
        value.backward()
        return value

    optimiser.step(step)
    return {name: value.detach() for name, value in made().items()}


def free(value):
    return torch.tensor(value).double().requires_grad_(True)


def fit(dumps, among):
    begin = [0.0, 0.7, 0.2, 0.0, 0.0, 0.0, 0.0]
    names = {"for": free(begin), "against": free(begin), "crowd": free(0.5), "flat": free(0.1), "doubt": free(0.7)}
    return minimise(list(names.values()), lambda: names, dumps, among, hold=0.002)


def settle(w, dumps, among):
    """The starts, one scale for all slopes, and what several passages come to; the slopes keep their proportions."""
    starts = {side: free([0.0] * len(STARTS)) for side in ("for", "against")}
    scale, crowd, flat = free(1.0), w["crowd"].clone().requires_grad_(True), w["flat"].clone().requires_grad_(True)

    def made():
        moved = {side: w[side] * scale + torch.zeros(len(NAMES)).double().index_add(0, torch.tensor(STARTS), starts[side]) for side in starts}
        return {**w, **moved, "doubt": w["doubt"] * scale, "crowd": crowd, "flat": flat}

    return minimise([*starts.values(), scale, crowd, flat], made, dumps, among)


def error(stated, right, bins=15):
    """Expected calibration error over equal widths."""
    at = (stated * bins).long().clamp_max(bins - 1)
    return sum(float((stated[at == b].mean() - right[at == b].mean()).abs() * (at == b).double().mean()) for b in range(bins) if (at == b).any())


def tell(name, dump, stated):
    sure, said = stated.max(1)
    said, sure = torch.where(dump.passed_over, 2, said), torch.where(dump.passed_over, PASSED_OVER, sure)
    right = (said == dump.gold).double()
    both = lambda k: int((said == k).sum() + (dump.gold == k).sum())
    f1 = [2 * float(((said == k) & (dump.gold == k)).sum()) / max(1, both(k)) for k in range(3)]
    half = sure.argsort(descending=True, stable=True)[: len(right) // 2]
    print(f"{name}: n {len(right)} right {right.mean():.3f} macro F1 {sum(f1) / 3:.3f} (against {f1[1]:.3f}) ece {error(sure, right):.3f} "
          f"surest half {100 * (right[half].mean() - right.mean()):+.1f} stated {sure.mean():.3f}")


@torch.no_grad()
def crossed(dump, odd_fit, even_fit):
    """What each claim is given by the fit that has not seen it."""
    return torch.where(dump.odd()[:, None], shares(even_fit, dump), shares(odd_fit, dump))


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("dumps", nargs="+")
    cli.add_argument("--view", nargs="*", default=[])
    cli.add_argument("--check", nargs="*", default=[])
    args = cli.parse_args()
    torch.set_num_threads(1)
    own, view, check = ([Dump(path) for path in paths] for paths in (args.dumps, args.view, args.check))
    odd, even, everything = Dump.odd, lambda dump: ~dump.odd(), lambda dump: torch.ones(len(dump.gold), dtype=torch.bool)
    together = lambda w, among: settle(w, own + view, among) if view else w
    odd_fit, even_fit = (together(fit(own, among), among) for among in (odd, even))
    for dump in own + view:
        tell(f"{dump.path}, by the fit that has not seen it", dump, crossed(dump, odd_fit, even_fit))
    w = together(fit(own, everything), everything)
    for dump in own + view + check:
        with torch.no_grad():
            tell(f"{dump.path}, by the fit of all", dump, shares(w, dump))
    for side in ("for", "against"):
        print(f"const {side.upper()}: Side = Side {{ " + ", ".join(f"{k}: {v:.2f}" for k, v in zip(NAMES, w[side].tolist())) + " };")
    print(f"const CROWD: f64 = {w['crowd']:.2f};\nconst FLATTER: f64 = {w['flat']:.2f};\nconst UNCONFIRMED: f64 = {w['doubt']:.2f};")


if __name__ == "__main__":
    main()
