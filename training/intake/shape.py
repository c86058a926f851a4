"""Whether a folded text only states something, as `score::intake::shape` decides it; the words are read from there."""
import re

from features import CRATE

SOURCE = (CRATE / "shape.rs").read_text()
LISTS = [set(re.search(name + r': &str = "(.*?)";', SOURCE, re.S)[1].replace("\\\n", " ").split()) for name in ("OPENING", "ADDRESS")]
WISHES = ("want", "need", "would", "am")


def is_statement(folded):
    opening, address = LISTS
    size = len(folded.encode())
    letters = sum(c == " " or "a" <= c <= "z" for c in folded)
    if size > 600 or "?" in folded or letters < 0.75 * size:
        return False
    words = re.findall(r"[a-z']+", folded)
    if not words or words[0] in opening:
        return False
    return not any(w in address or w in ("i'd", "i'm") or (b == "i" and w in WISHES) for b, w in zip([""] + words, words))
