#!/usr/bin/env python3
"""Turn the training pool into the mix that the cross-encoder is trained on.

    python augment.py --pool nli/train.jsonl.gz --out mix.jsonl --held held.jsonl

Every made row is derived from the pool or from the phrase lists below (see also science.py). Each `make_*` function says
which error of the earlier model it is meant to cure. Whole premises are held back for fitting the temperature.
"""
import argparse
import collections
import gzip
import hashlib
import json
import random
import re

from science import science_rows

E, C, N = "entailment", "contradiction", "neutral"
FACT = {"vitaminc_real", "vitaminc_synthetic", "fever_wiki", "lingnli", "mnli_20k", "taxinli_mnli", "te_new_protocols"}
# Share of each source that is kept. Captions of photographs teach little about facts, and follow the rule that two
# captions describe one scene; conjnli_adv often calls a changed number neutral, the opposite of what we need.
KEEP = {"snli_dev": .3, "snli_test": .3, "cad_snli": .3, "sick": .25, "mpe": .1, "joci": .1, "conjnli_adv": .1}

# Rows per source and label when the mix must be small (--small): what most of the checked claims look like comes first.
SMALL = {"mnli_20k": 5500, "taxinli_mnli": 500, "lingnli": 4000, "te_new_protocols": 1800, "vitaminc_real": 4200, "vitaminc_synthetic": 3000,
         "fever_wiki": 1000, "snli_dev": 150, "snli_test": 150, "cad_snli": 150, "sick": 80, "mpe": 40, "conjnli_adv": 60, "hard": 6000,
         "random": 1500, "somebody-else": 1200, "science": 2200, "trend": 400, "number": 2500, "unit": 600, "opposite": 1500,
         "negation": 1200, "bound": 800, "identity": 1000, "identity-changed": 500, "affirmed": 200}

STOP = set("""a an the of in on at to for from by with and or but not no is are was were be been being has have had do does did
will would can could may might must shall should it its he she they them his her their this that these those there as than then
who whom which what when where why how one two all any some more most other such only also into over about up out so if s t i you we
my your our me him us very just because after before between during while both each few many much own same too again new first""".split())
MONTHS = "January February March April May June July August September October November December".split()
OPPOSITES = [p.split("/") for p in """increase/decrease increases/decreases increased/decreased increasing/decreasing higher/lower
highest/lowest more/fewer more/less most/least rise/fall rises/falls rose/fell rising/falling gain/loss gained/lost larger/smaller
largest/smallest bigger/smaller older/younger oldest/youngest longer/shorter longest/shortest faster/slower better/worse best/worst
before/after early/late earlier/later above/below north/south northern/southern east/west eastern/western
won/lost wins/loses win/lose success/failure successful/unsuccessful accepted/rejected approved/rejected allowed/forbidden
legal/illegal true/false positive/negative safe/dangerous effective/ineffective common/rare strong/weak stronger/weaker
improve/worsen improved/worsened improves/worsens cause/prevent causes/prevents caused/prevented promotes/inhibits
support/oppose supports/opposes supported/opposed agree/disagree agreed/disagreed alive/dead opened/closed
began/ended begins/ends started/stopped always/never everyone/nobody possible/impossible able/unable likely/unlikely
male/female man/woman father/mother husband/wife son/daughter brother/sister hot/cold rich/poor public/private major/minor
majority/minority inside/outside present/absent same/different easy/difficult cheap/expensive expanded/reduced
praised/criticised positive/mixed""".split()]
OPPOSITE = collections.defaultdict(list)
for one, two in OPPOSITES:
    OPPOSITE[one].append(two)
    OPPOSITE[two].append(one)
VERB = re.compile(r"\b(is|are|was|were|has been|have been|can|could|will|would|should|may|might)\b(?! (?:not|n't|no)\b)", re.I)
NEGATED = re.compile(r"\b(not|never|no|n't|nobody|nothing|none|neither|nor|without|fails?|failed|refuse[sd]?)\b|n't", re.I)
BOUND = re.compile(r"\b(more|less|fewer|over|under|above|below|least|most|about|around|approximately|nearly|almost|roughly|"
                   r"between|before|after|since|until|by|up to|from|exceed\w*|early|late)\b", re.I)
NUMBER = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w]|[.,]\d)")
UNITS = [("million", "billion"), ("million", "thousand"), ("billion", "trillion"), ("km", "miles"), ("kilometres", "metres"),
         ("kilometers", "meters"), ("miles", "feet"), ("percent", "percentage points"), ("years", "months"), ("days", "weeks"),
         ("hours", "minutes"), ("weeks", "months"), ("kg", "tonnes"), ("dollars", "euros"), ("°C", "°F")]


def words(text):
    return [w for w in re.findall(r"[a-z0-9]+", text.lower()) if w not in STOP]


def names(text):
    """Capitalised words that are not there only because they begin the sentence, and numbers."""
    found = re.findall(r"(?<=[a-z,;'’\"] )[A-Z][\w'’-]+|\d[\d,.]*\d|\d", text)
    return {w.lower() for w in found}


def plain(text):
    """Undo treebank spacing and brackets: real pages do not look like that."""
    for old, new in (("-LRB-", "("), ("-RRB-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("``", '"'), ("''", '"')):
        text = text.replace(old, new)
    text = re.sub(r"\s+([,.;:!?%)\]])", r"\1", text)
    text = re.sub(r"([(\[$])\s+", r"\1", text)
    return re.sub(r"\s+('s|'re|'ve|'ll|n't)\b", r"\1", text)


def subject(text):
    """The name a hypothesis starts with, or None: as good as the title of the page that it is about."""
    got = re.match(r"(?:The |In )?([A-Z][\w'’.-]*(?: (?:of|the|and|de|van|von|[A-Z0-9][\w'’.-]*))*)", text)
    if not got:
        return None
    name = re.sub(r" (of|the|and|de|van|von)$", "", got.group(1)).strip()
    return name if len(name) > 3 and name.lower() not in STOP and name.split()[0].lower() not in STOP else None


def number_changed(text, rng, within=None):
    """Another number in place of one that WITHIN states too; None where a bound or an estimate makes the effect unsure."""
    if BOUND.search(text):
        return None
    spots = [m for m in NUMBER.finditer(text) if within is None or re.search(rf"(?<![\d.,]){re.escape(m.group(0))}(?![\d])", within)]
    if spots:
        m = rng.choice(spots)
        value = float(m.group(0).replace(",", ""))
        if m.group(2):
            new = f"{value * rng.choice([.3, .5, 1.4, 2, 3]):.{len(m.group(2)) - 1}f}"
        elif 1500 <= value <= 2100 and "," not in m.group(0):
            new = str(int(value) + rng.choice([-40, -20, -12, -9, -5, -3, -2, -1, 1, 2, 4, 7, 10, 20]))
        elif value < 20:
            new = str(rng.choice([k for k in range(1, 25) if k != int(value)]))
        else:
            new = str(max(1, int(value * rng.choice([.1, .4, .6, .8, 1.25, 1.5, 2, 5, 10])) + rng.choice([0, 1, 3])))
            if "," in m.group(0):
                new = f"{int(new):,}"
        if new != m.group(0) and not (within and re.search(rf"(?<![\d]){re.escape(new)}(?![\d])", within)):
            return text[:m.start()] + new + text[m.end():]
    for month in MONTHS:
        if re.search(rf"\b{month}\b", text) and (within is None or month in within) and month != "May":
            other = rng.choice([x for x in MONTHS if x != month and not (within and x in within)])
            return re.sub(rf"\b{month}\b", other, text)
    return None


def unit_changed(text, rng, within):
    if BOUND.search(text):  # "more than 55 thousand" follows from 55 million
        return None
    for a, b in rng.sample(UNITS, len(UNITS)):
        for old, new in ((a, b), (b, a)):
            if re.search(rf"\d,? ?{old}\b", text) and old in within and new not in within:
                return re.sub(rf"(\d,? ?){old}\b", rf"\g<1>{new}", text, count=1)
    return None


def bounded(text, rng, within):
    """Rows about estimates and bounds: (new text, label) pairs made from a number that both sides state."""
    if BOUND.search(text):
        return []
    # A count has a plain word on either side; "Pier 90" and "Boeing 767" are names.
    spots = [m for m in NUMBER.finditer(text) if m.group(0) in within and re.search(r"\b[a-z]+ $", text[:m.start()])
             and re.match(r" [a-z%]", text[m.end():])]
    spots = [m for m in spots if not m.group(2) and float(m.group(0).replace(",", "")) >= 20
             and not 1500 <= float(m.group(0).replace(",", "")) <= 2100]
    if not spots or re.search(r"January|February|March|April|June|July|August|Sept|Octo|Nov|Dec", text):
        return []
    m = rng.choice(spots)
    value = int(m.group(0).replace(",", ""))
    size = 10 ** (len(str(value)) - 1)
    near = round(value / size * 10) * size // 10 if value > 99 else round(value / 5) * 5
    show = (lambda v: f"{v:,}") if rng.random() < .6 else str
    low, high = int(value * rng.choice([.5, .7, .9])), int(value * rng.choice([1.15, 1.4, 2])) + 1
    put = lambda phrase, v: text[:m.start()] + f"{phrase} {show(v)}" + text[m.end():]
    return rng.sample([
        (put(rng.choice(["about", "around", "roughly", "approximately"]), near), E),
        (put(rng.choice(["more than", "over", "at least"]), low), E),
        (put(rng.choice(["less than", "fewer than", "under", "at most"]), high), E),
        (put(rng.choice(["about", "around", "roughly", "approximately"]), rng.choice([value * 3, value // 3 + 1])), C),
        (put(rng.choice(["more than", "over", "at least"]), high), C),
        (put(rng.choice(["less than", "fewer than", "under", "at most"]), low), C)], 2)


def negated(text, rng):
    """Put a negation in, if there is none and the sentence has one plain finite verb to carry it."""
    if NEGATED.search(text) or re.search(r"\b(some|any|only|if|unless|most|few)\b", text, re.I):
        return None
    spots = list(VERB.finditer(text))
    if len(spots) != 1 or not 1 <= len(text[:spots[0].start()].split()) <= 9:
        return None
    m = spots[0]
    if " " in m.group(0):
        return text[:m.start()] + m.group(0).split()[0] + " not been" + text[m.end():]
    short = {"is": "isn't", "are": "aren't", "was": "wasn't", "were": "weren't", "can": "cannot", "could": "couldn't", "will": "won't"}
    word = m.group(0)
    new = short[word] if word in short and rng.random() < .35 else f"{word} {'never' if rng.random() < .1 else 'not'}"
    return text[:m.start()] + new + text[m.end():]


def affirmed(text):
    """Take a plain negation out."""
    if len(NEGATED.findall(text)) != 1:
        return None
    new = re.sub(r"\b(is|are|was|were|has|have|had|will|can) not (?!only)", r"\1 ", text)
    return new if new != text else None


def opposite(text, rng, within=None):
    tokens = re.findall(r"\w+|\W+", text)
    spots = [k for k, w in enumerate(tokens) if w in OPPOSITE and (within is None or re.search(rf"\b{w}\b", within))]
    # More than one such word, or a negation, and the outcome of the swap is no longer certain.
    if len(spots) != 1 or NEGATED.search(text):
        return None
    new = [w for w in OPPOSITE[tokens[spots[0]]] if not (within and re.search(rf"\b{w}\b", within))]
    if not new:
        return None
    tokens[spots[0]] = rng.choice(new)
    return "".join(tokens)


def make_changed(rows, rng):
    """Numbers, units, opposites and negation inside an entailed hypothesis: the fine differences a fact-check turns on."""
    for r in rows:
        p, h = r["premise"], r["hypothesis"]
        if r["label"] == E:
            for make, chance, tag in ((lambda: number_changed(h, rng, p), .75, "number"), (lambda: unit_changed(h, rng, p), .8, "unit"),
                                      (lambda: opposite(h, rng, p), .6, "opposite"), (lambda: negated(h, rng), .12, "negation")):
                new = make() if rng.random() < chance else None
                if new:
                    yield p, new, C, tag
            if rng.random() < .7:
                for new, label in bounded(h, rng, p):
                    yield p, new, label, "bound"
        elif r["label"] == N:
            # A negation, a number or an opposite must not by itself mean contradiction.
            if rng.random() < .12:
                new = negated(h, rng)
                if new:
                    yield p, new, N, "negation"
            if rng.random() < .1:
                new = opposite(h, rng)
                if new:
                    yield p, new, N, "opposite"
        elif r["source"] in {"fever_wiki", "vitaminc_synthetic"} and rng.random() < .6:
            new = affirmed(h)
            if new:
                yield p, new, E, "affirmed"


def make_identity(rows, rng, count):
    """A sentence entails itself, also inside a paragraph (see dress), and contradicts itself with one thing changed."""
    for r in rng.sample(rows, count):
        text = r["premise"] if rng.random() < .5 else r["hypothesis"]
        if len(text.split()) > 45:
            continue
        roll = rng.random()
        if roll < .45:
            yield text, text, E, "identity"
        else:
            new = rng.choice([number_changed, opposite, negated])(text, rng)
            if new:
                a, b = (text, new) if rng.random() < .5 else (new, text)
                yield a, b, C, "identity-changed"
                if rng.random() < .3:
                    yield new, new, E, "identity"


def make_unrelated(rows, rng, random_count, hard_count):
    """Neutral pairs across rows: any two, or two that share a rarer word but not the names and numbers of the hypothesis."""
    for _ in range(random_count):
        a, b = rng.choice(rows), rng.choice(rows)
        if len(set(words(a["premise"])) & set(words(b["hypothesis"]))) <= 1:
            yield a["premise"], b["hypothesis"], N, "random"
    holds, content = collections.defaultdict(list), [set(words(r["premise"])) for r in rows]
    for k, found in enumerate(content):
        for w in found:
            holds[w].append(k)
    made = 0
    while made < hard_count:
        r = rng.choice(rows)
        mine = set(words(r["hypothesis"]))
        keys = sorted((w for w in mine if 3 <= len(holds[w]) <= 1500), key=lambda w: len(holds[w]))
        if len(keys) < 2:
            continue
        key = rng.choice(keys[:3])
        tried = rng.sample(holds[key], min(20, len(holds[key])))
        # The best overlap among twenty is a hard case; above a half it may well be the same story.
        scored = [(len(mine & content[k]) / len(mine), k) for k in tried if rows[k]["premise"] != r["premise"]]
        scored = [(s, k) for s, k in scored if s <= .5]
        if not scored:
            continue
        _, k = max(scored)
        own, text = names(r["hypothesis"]), rows[k]["premise"].lower()
        about = subject(r["hypothesis"])
        if about and about.lower().split()[-1] in text:
            continue
        if own and any(re.search(rf"(?<!\d){re.escape(w)}(?!\d)", text) for w in own if w[0].isdigit()):
            continue
        if own and all(w in text for w in own if not w[0].isdigit()):
            continue
        made += 1
        premise = rows[k]["premise"]
        yield premise, r["hypothesis"], N, "hard"


def make_swapped(rows, rng, count):
    """The same statement about somebody else says nothing about the first: neutral, however many words agree."""
    people = [s for s in {subject(r["hypothesis"]) for r in rows if r["source"].startswith(("vitaminc", "fever"))} if s and len(s.split()) == 2]
    made = 0
    for r in rng.sample(rows, len(rows)):
        about = subject(r["hypothesis"])
        if r["label"] != E or not about or about not in r["premise"] or len(about.split()) != 2 or made >= count:
            continue
        other = rng.choice(people)
        if set(other.split()) & set(about.split()):
            continue
        made += 1
        if rng.random() < .5:
            yield r["premise"], r["hypothesis"].replace(about, other), N, "somebody-else"
        else:
            last = about.split()[-1]
            yield r["premise"].replace(about, other).replace(last, other.split()[-1]), r["hypothesis"], N, "somebody-else"


def dress(row, others, rng):
    """Natural spacing, a title in front, sentences around: the shapes in which evidence arrives."""
    p, h, label, tag = row
    if rng.random() < .6:
        p, h = plain(p), plain(h)
    p = re.sub(r"\d+jpg\d", " ", p).strip()
    roll = rng.random()
    if roll < .10:
        around = [plain(rng.choice(others)) for _ in range(rng.choice([1, 1, 2, 3]))]
        around = [s for s in around if len(s.split()) < 40 and not (set(words(s)) & set(words(h)))]
        around.insert(rng.randint(0, len(around)), p)
        p = " ".join(s if s[-1:] in ".!?\"" else s + "." for s in around)
    roll = rng.random()
    if roll < .12:
        title = subject(h) if rng.random() < .8 else " ".join(words(h)[:4]).capitalize()
        if title:
            p = f"{title}. {p}"
    elif roll < .15:
        other = subject(rng.choice(others))  # a title may also be no help at all
        if other:
            p = f"{other}. {p}"
    return {"premise": p, "hypothesis": h, "label": label, "source": tag}


def thinned(mix, rng):
    """About a third of the mix, and of rows over 75 words only three in ten: one of them costs as much as several short ones."""
    by = collections.defaultdict(list)
    for r in mix:
        if len((r["premise"] + " " + r["hypothesis"]).split()) <= 75 or rng.random() < .3:
            by[r["source"], r["label"]].append(r)
    return [r for (source, _), rows in by.items() for r in rng.sample(rows, min(len(rows), SMALL.get(source, 0)))]


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--pool", required=True)
    cli.add_argument("--out", required=True)
    cli.add_argument("--held", required=True)
    cli.add_argument("--small", action="store_true", help="for when there is little time to train")
    cli.add_argument("--seed", type=int, default=11)
    args = cli.parse_args()
    rng = random.Random(args.seed)
    with gzip.open(args.pool, "rt", encoding="utf-8") as lines:
        pool = [json.loads(line) for line in lines]
    held_back = lambda r: int(hashlib.sha256(r["premise"].encode()).hexdigest(), 16) % 50 == 0
    held = [r for r in pool if r["source"] in FACT and held_back(r)]
    pool = [r for r in pool if not held_back(r) and r["label"] in (E, C, N)]
    fact = [r for r in pool if r["source"] in FACT]
    base = [(r["premise"], r["hypothesis"], r["label"], r["source"]) for r in pool if rng.random() < KEEP.get(r["source"], 1)]
    changed = list(make_changed(fact, rng))
    made = rng.sample(changed, min(26000, len(changed)))
    made += make_identity(fact, rng, 9000)
    made += make_unrelated(fact, rng, 7000, 22000)
    made += make_swapped(fact, rng, 4000)
    made += science_rows(rng, 19000)
    others = [r["premise"] for r in fact]
    mix = [dress(row, others, rng) for row in base + made]
    if args.small:
        mix = thinned(mix, rng)
    rng.shuffle(mix)
    for path, rows in ((args.out, mix), (args.held, [{**r, "premise": plain(r["premise"]), "hypothesis": plain(r["hypothesis"])} for r in held])):
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(r, ensure_ascii=False) + "\n" for r in rows)
    print(len(base), "from the pool,", len(made), "made,", len(held), "held back")
    print(collections.Counter(r["label"] for r in mix))
    table = collections.Counter((r["source"], r["label"]) for r in mix)
    for key in sorted(table):
        print(*key, table[key])


if __name__ == "__main__":
    main()
