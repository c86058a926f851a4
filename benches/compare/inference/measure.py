"""Tokens per CPU-second of `infer` beside onnxruntime: same weights, same texts, same run, one thread each, rounds interleaved.

    python measure.py OUR_BINARY MINILM_DIR NLI_DIR RTEN_BINARY [ROUNDS]
"""
import datetime
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

import graph

LENGTHS = (16, 32, 64, 128, 256)
TOKENS_PER_CASE = 4096
BATCH = 32
# Sentence lengths in tokens follow a log-normal law; these are the figures of sentences in scientific abstracts.
MIXED_MEDIAN, MIXED_SIGMA, MIXED_TEXTS = 33, 0.45, 128


def words(tokenizer):
    """Whole words of the vocabulary: one token each."""
    return sorted(w for w in tokenizer.get_vocab() if w.isascii() and w.isalpha() and len(w) > 2)


def cases(tokenizer):
    rng, vocabulary = random.Random(0), words(tokenizer)
    text = lambda length: " ".join(rng.choices(vocabulary, k=length - 2))
    for length in LENGTHS:
        yield f"{length} tokens", [text(length) for _ in range(TOKENS_PER_CASE // length)]
    lengths = [min(256, max(6, round(rng.lognormvariate(np.log(MIXED_MEDIAN), MIXED_SIGMA)))) for _ in range(MIXED_TEXTS)]
    mixed = [text(length) for length in lengths]
    yield "mixed, as they come", mixed
    yield "mixed, sorted by length first", sorted(mixed, key=lambda text: text.count(" "))


def batches(tokenizer, texts):
    encoded = [e.ids for e in tokenizer.encode_batch(texts)]
    return [encoded[start:start + BATCH] for start in range(0, len(encoded), BATCH)]


class Rten:
    """The plain graph in rten, a process of its own."""

    def __init__(self, binary, model, tokenizer):
        self.file = tempfile.NamedTemporaryFile(suffix=".onnx")
        self.file.write(model)
        self.file.flush()
        self.process = subprocess.Popen([binary, self.file.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.tokenizer = tokenizer

    def run(self, texts):
        feeds = []
        for part in batches(self.tokenizer, texts):
            width = max(map(len, part))
            feeds.append(([tokens + [0] * (width - len(tokens)) for tokens in part], [len(tokens) for tokens in part]))
        self.process.stdin.write(json.dumps(feeds) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        return answer["seconds"], answer["first"]


class Ours:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.opened = json.loads(self.process.stdout.readline())

    def run(self, texts):
        self.process.stdin.write(json.dumps(texts) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.peak_kb = answer["peak_kb"]
        return answer["seconds"], answer["first"]


class Theirs:
    def __init__(self, model, tokenizer):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.tokenizer = tokenizer

    def run(self, texts):
        """Pads each batch to its longest text. Tokenizing is not counted on this side."""
        feeds = []
        for part in batches(self.tokenizer, texts):
            ids = np.zeros((len(part), max(map(len, part))), np.int64)
            mask = np.zeros(ids.shape, np.float32)
            for row, tokens in enumerate(part):
                ids[row, :len(tokens)], mask[row, :len(tokens)] = tokens, 1
            feeds.append({"ids": ids, "mask": mask})
        before = time.process_time()
        pooled = [self.session.run(None, feed)[0] for feed in feeds]
        seconds = time.process_time() - before
        first = pooled[0][0] / np.linalg.norm(pooled[0][0])
        return seconds, [float(x) for x in first[:4]]


def main():
    binary, minilm, nli, rten = sys.argv[1:5]
    rounds = int(sys.argv[5]) if len(sys.argv) > 5 else 7
    tokenizer = Tokenizer.from_file(f"{minilm}/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    ours = Ours([binary, minilm, nli])
    peers = {name: Theirs(graph.build(f"{minilm}/model.safetensors", name == "fused"), tokenizer) for name in ("plain", "fused")}
    peers["rten"] = Rten(rten, graph.build(f"{minilm}/model.safetensors", False), tokenizer)
    rows = []
    for name, texts in cases(tokenizer):
        tokens = sum(len(e.ids) for e in tokenizer.encode_batch(texts))
        sides = {"ours": ours, **peers}
        answers = {side: runner.run(texts)[1] for side, runner in sides.items()}
        for side, answer in answers.items():
            assert np.allclose(answer, answers["ours"], atol=1e-4), (name, side, answers)
        seconds = {side: [] for side in sides}
        for _ in range(rounds):
            for side, runner in sides.items():
                seconds[side].append(runner.run(texts)[0])
        # The machine is shared: a ratio is taken inside each round, against the faster peer, and the median kept.
        best = min(peers, key=lambda side: statistics.median(seconds[side]))
        ratio = statistics.median(theirs / own for theirs, own in zip(seconds[best], seconds["ours"]))
        speed = {side: tokens / statistics.median(values) for side, values in seconds.items()}
        rows.append(f"| {name} | {speed['ours']:,.0f} | {speed['plain']:,.0f} | {speed['fused']:,.0f} | {speed['rten']:,.0f} | **{ratio:.2f}** |")
        print(rows[-1], file=sys.stderr, flush=True)
    report(ours, rounds, rows)


def report(ours, rounds, rows):
    with open("/proc/cpuinfo") as info:
        model = next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    print(f"""# Inference beside onnxruntime

{datetime.date.today()}, {model} ({platform.machine()}, {os.cpu_count()} cores), one thread each, onnxruntime {onnxruntime.__version__} from PyPI.
all-MiniLM-L6-v2 in f32. Tokens per CPU-second, real tokens only (padding is work, not output), median of {rounds} interleaved rounds; the
ratio is the median over rounds of ours to the fastest of the peers. Our side includes tokenizing, theirs does not. `plain` is the graph in
standard operators, `fused` in onnxruntime's own Attention, SkipLayerNormalization and BiasGelu. Batches of {BATCH} there, padded to
their longest text; ours are ragged. Mixed lengths are log-normal (median {MIXED_MEDIAN} tokens, sigma {MIXED_SIGMA}), like the sentences of abstracts.

| texts of | ours | onnxruntime plain | onnxruntime fused | rten 0.27 | ratio |
|---|---|---|---|---|---|
""" + "\n".join(rows) + f"""

Opening both models, hashing included: {ours.opened['open_seconds'] * 1000:.0f} ms of CPU; resident then {ours.opened['resident_kb'] / 1024:.0f} MB,
peak while opening {ours.opened['peak_kb'] / 1024:.0f} MB, peak after the whole run {ours.peak_kb / 1024:.0f} MB.

Reproduce with `benches/compare/inference/run`.""")


if __name__ == "__main__":
    main()
