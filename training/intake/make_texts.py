"""Writes the texts of our own as JSONL: text, label, source `ours`."""
import json, sys
import numpy as np
import attack_texts, harm_texts

rng = np.random.default_rng(20261116)
seen = set()
for text, label in harm_texts.rows(rng) + attack_texts.rows(rng):
    if text not in seen:
        seen.add(text)
        print(json.dumps({"text": text, "label": label, "source": "ours"}, ensure_ascii=False))
