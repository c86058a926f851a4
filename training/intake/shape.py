"""Whether a folded text only states something, or is a plain errand, as `score::intake::{shape, errand}` decide it; the words are read from there."""
import re

from features import CRATE

SHAPE, ERRAND = (CRATE / "shape.rs").read_text(), (CRATE / "errand.rs").read_text()


def words_of(source, name):
    return set(re.search(name + r': &str = "(.*?)";', source, re.S)[1].replace("\\\n", " ").split())


OPENING, ADDRESS, MACHINES, SMALL = (words_of(SHAPE, name) for name in ("OPENING", "ADDRESS", "MACHINES", "SMALL"))
FOREIGN = words_of(ERRAND, "FOREIGN")
ADDRESSES = re.compile("|".join(re.findall(r'^    r"(.*)",$', ERRAND, re.M)), re.ASCII)
WISHES = ("want", "need", "would", "am")


def is_wordy(folded):
    size = len(folded.encode())
    return sum(c == " " or "a" <= c <= "z" for c in folded) >= 0.75 * size


def is_statement(folded):
    if len(folded.encode()) > 600 or "?" in folded or not is_wordy(folded):
        return False
    words = re.findall(r"[a-z']+", folded)
    if not words or words[0] in OPENING:
        return False
    if words[0] == "you" and words[1:2] and words[1] in ("can", "cannot", "can't", "could"):
        words = words[1:]
    owned = {w for at, word in enumerate(words) if word == "your" for w in words[at + 1:at + 4]}
    if owned & MACHINES:
        return False
    return not any(w in ADDRESS or w in ("i'd", "i'm") or (b == "i" and w in WISHES) for b, w in zip([""] + words, words))


def is_errand(text, folded):
    if len(folded.encode()) > 320 or not is_wordy(folded) or any(ord(c) > 127 and c.isalpha() for c in text):
        return False
    if sum(c in ".?!" for c in re.sub(r"\W+$", "", folded)) >= 2:
        return False
    words = re.findall(r"[a-z']+", folded)
    if len(words) < 4 or 8 * sum(w in SMALL for w in words) < len(words) or any(w in FOREIGN for w in words):
        return False
    return not ADDRESSES.search(folded)
