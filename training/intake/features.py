"""The features of the linear model, as `score::intake::features` makes them. A reference file holds the two equal."""
import re
import unicodedata
import zlib
from pathlib import Path

import numpy as np

BUCKETS = 1 << 17
TEXT_BYTES_MAX = 4096
TOKENS_MAX = 1000
WORD_BYTES_MAX = 40
CRATE = Path(__file__).resolve().parents[2] / "crates/score/src/intake"


def look_alikes():
    """The table of confusable letters, read from where it is kept."""
    table = {}
    for letter, alike in re.findall(r"\('(.)', \"(.+?)\"\)", (CRATE / "confusable.rs").read_text()):
        for character in alike:
            table.setdefault(character, letter)
    return table


LATIN = look_alikes()
INVISIBLE = re.compile("[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
                       "\ufeff\uffa0\U000e0100-\U000e01ef]")
MARK = re.compile("[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
SIGNS = {**{c: "'" for c in "‘’‚‛′ʼ"}, **{c: '"' for c in "“”„‟″«»"}, **{c: "-" for c in "‐‑‒–—―−"}}


def fold(text):
    out = []
    for character in text:
        if ord(character) < 128:
            out.append(" " if character.isspace() or ord(character) < 32 or character == "\x7f" else character.lower())
            continue
        if 0xE0020 <= ord(character) <= 0xE007E:
            out.append(chr(ord(character) - 0xE0000).lower())
        elif INVISIBLE.match(character) or MARK.match(character):
            pass
        elif character.isspace():
            out.append(" ")
        elif character in LATIN:
            out.append(LATIN[character])
        elif character in SIGNS:
            out.append(SIGNS[character])
        else:
            parts = unicodedata.normalize("NFKD", character)
            if len(parts) > 4:
                out.append(" ")
                continue
            for part in parts:
                if ord(part) < 128:
                    out.append(" " if part.isspace() else part.lower())
                elif not (MARK.match(part) or INVISIBLE.match(part)):
                    out.append(LATIN.get(part) or part.lower())
    return re.sub(" +", " ", "".join(out))


def tokens(folded):
    cut = folded.encode()[:TEXT_BYTES_MAX].decode(errors="ignore")
    found, word = [], ""
    for character in cut + " ":
        kind = "w" if character.isalpha() else "0" if "0" <= character <= "9" else " " if character == " " else "s"
        if kind == "w":
            word += character
            continue
        if word:
            found.append(word)
            word = ""
        if kind == "0" and found[-1:] != ["0"] or kind == "s" and found[-1:] != [character]:
            found.append("0" if kind == "0" else character)
    return [token.encode()[:WORD_BYTES_MAX] for token in found[:TOKENS_MAX]]


def indexes(folded):
    """The distinct buckets of a folded text, in order."""
    words = tokens(folded)
    found = set()

    def add(text):
        crc = zlib.crc32(text)
        found.add((crc ^ crc >> 15) & BUCKETS - 1)

    for at, word in enumerate(words):
        add(b"w" + word)
        if at + 1 < len(words):
            add(b"b" + word + b" " + words[at + 1])
        if at + 2 < len(words):
            add(b"s" + word + b" " + words[at + 2])
    for word in set(words):
        if len(word) >= 2:
            edged = b"^" + word + b"$"
            for n in (3, 4, 5):
                for at in range(len(edged) - n + 1):
                    add(b"c" + edged[at:at + n])
    for at, word in enumerate(words[:3]):
        add(b"p%d" % at + word)
    if len(words) >= 2:
        add(b"o" + words[0] + b" " + words[1])
    add(b"l" + bytes([97 + (len(words) + 1).bit_length()]))
    if folded.rstrip().endswith("?"):
        add(b"q")
    return np.array(sorted(found), dtype=np.int64)
