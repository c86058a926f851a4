"""The rules of intake, matched from Python for the evaluations. The product's own matcher is `score::intake::patterns`."""
import re
import tomllib

from features import CRATE, fold

FILE = CRATE.parents[1] / "data/intake/rules.toml"
ENDS = (b".", b"?", b"!", b"\n")
WINDOW_BYTES = 260


def filled(pattern, phrases):
    for _ in range(4):
        for name, phrase in phrases.items():
            pattern = pattern.replace("{%s}" % name, phrase)
    return re.compile(pattern.encode())


def rules():
    data = tomllib.loads(FILE.read_text())
    phrases = data["phrases"]
    return [(r["id"], r["category"], r["anchors"], filled(r["pattern"], phrases), filled(r["unless"], phrases) if "unless" in r else None)
            for r in data["rule"]]


RULES = rules()


def scan(text, longest=6000):
    """The rules that match, with what they matched."""
    folded = fold(text)[:longest]
    body, found = folded.encode(), []
    for name, category, anchors, pattern, unless in RULES:
        for match in pattern.finditer(body) if any(anchor in folded for anchor in anchors) else ():
            start = max(body.rfind(end, 0, match.start()) for end in ENDS) + 1
            stop = min((at for at in (body.find(end, match.end()) for end in ENDS) if at >= 0), default=len(body)) + 1
            around = body[max(start, match.start() - WINDOW_BYTES):min(stop, match.end() + WINDOW_BYTES)]
            # An anchor speaks for its own sentence only.
            is_anchored = any(anchor.encode() in around for anchor in anchors)
            if is_anchored and not (unless and unless.search(around)):
                found.append((name, category, match.group().decode(errors="replace")))
                break
    return found
