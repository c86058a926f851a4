#!/usr/bin/env python3
"""Train the cross-encoder on the mix of augment.py for a fixed span of time.

    nice -n 15 python train.py --base MINILM_DIR --start EXPORTED --mix mix.jsonl --work WORK_DIR --minutes 100

The learning rate follows the clock, not the step count: on a shared machine nobody knows how many steps fit into the time,
but it should be near zero when the time is up. An average of the weights is kept beside them and is what gets exported.
A checkpoint is written every five minutes and resumed from if present; the clock then goes on from where it stood.
"""
import argparse
import json
import os
import random
import time
from array import array

import torch
from safetensors.torch import save_file

from model import LABELS, by_length, collate, layer_of, load, tokenizer


# Steps between two looks at the average: it moves slowly, and each look reads every weight.
STRIDE = 5


def exported(state):
    return {k: v.half().contiguous() for k, v in state.items()}


def target(row, share):
    """The label, mixed with what an earlier judge said where soften.py has put it."""
    soft = row.get("soft")
    return [(1 - share if soft else 1.0) * (name == row["label"]) + (share * soft[k] if soft else 0.0) for k, name in enumerate(LABELS)]


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--base", required=True)
    cli.add_argument("--start", help="exported weights to go on from; without it, the bare encoder")
    cli.add_argument("--mix", required=True)
    cli.add_argument("--work", required=True)
    cli.add_argument("--minutes", type=float, default=100)
    cli.add_argument("--lr", type=float, default=8e-5)
    cli.add_argument("--tokens", type=int, default=2048, help="per batch")
    cli.add_argument("--longest", type=int, default=192)
    cli.add_argument("--layers", type=int, default=8, help="of the bare encoder")
    cli.add_argument("--bf16", action="store_true", help="multiply in bfloat16: 1.7 times as quick where the processor has it")
    cli.add_argument("--drop", type=float, default=0.1)
    cli.add_argument("--average", type=float, default=0.998)
    cli.add_argument("--threads", type=int, default=2)
    cli.add_argument("--last", type=float, default=0.0, help="share of the learning rate that is left at the end")
    cli.add_argument("--soft", type=float, default=0.4, help="share of the earlier judge in the target, see soften.py")
    cli.add_argument("--deep", type=float, default=1.0, help="share of the learning rate that each layer has of the layer above it")
    cli.add_argument("--warm", type=int, default=100, help="steps until the learning rate has risen")
    cli.add_argument("--words", type=float, default=1.0, help="share of the learning rate for word embeddings; at 0 they are frozen")
    cli.add_argument("--still", type=int, default=0, help="first layers that are left as they are, with all embeddings: a fourth of a step for four of twelve")
    cli.add_argument("--past", type=int, help="batches of the mix that were read before; without it, those that the checkpoint has read")
    cli.add_argument("--rest", help="write the rows that none of those batches has to this file, and stop")
    cli.add_argument("--steps", type=int, default=0, help="stop after so many, to measure speed")
    args = cli.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(0)
    rng = random.Random(0)

    tok = tokenizer(args.base, args.longest)
    with open(args.mix, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    gold = [target(r, args.soft) for r in rows]
    data = []
    for start in range(0, len(rows), 4096):
        some = tok.encode_batch([(r["premise"], r["hypothesis"]) for r in rows[start:start + 4096]])
        data += [(array("H", e.ids), array("B", e.type_ids)) for e in some]
    del rows
    lengths = [len(ids) for ids, _ in data]
    print(len(data), "rows,", sum(lengths), "tokens", flush=True)

    def plan():
        """Epoch after epoch of batches; equal lengths meet in ever new company because ties are shuffled first."""
        while True:
            order = list(range(len(data)))
            rng.shuffle(order)
            out = [[order[k] for k in batch] for batch in by_length([lengths[k] for k in order], args.tokens)]
            rng.shuffle(out)
            yield from out

    batches = plan()
    if args.rest:
        read = {row for _ in range(args.past) for row in next(batches)}
        with open(args.mix, encoding="utf-8") as lines, open(args.rest, "w", encoding="utf-8") as rest:
            rest.writelines(line for row, line in enumerate(lines) if row not in read)
        return

    model = load(args.base, args.start, args.drop, args.layers)
    model.train()
    if not args.words:
        model.b.embeddings.word_embeddings.requires_grad_(False)
    if args.still:
        model.b.embeddings.requires_grad_(False)
        model.b.encoder.layer[:args.still].requires_grad_(False)
    trained = {k: p for k, p in model.named_parameters() if p.requires_grad}
    # Biases, norms and embeddings are not decayed: pulling them to zero only hurts, rare words most. Lower layers know what they need already.
    top = len(model.b.encoder.layer)
    groups = {}
    for name, p in trained.items():
        layer = top if name.startswith("h.") else max(layer_of(name), 0)
        share = args.deep ** (top - layer) * (args.words if "word_embeddings" in name else 1.0)
        decay = 0.01 if p.ndim > 1 and "embeddings" not in name else 0.0
        groups.setdefault((share, decay), []).append(p)
    groups = [{"params": params, "weight_decay": decay, "share": share} for (share, decay), params in groups.items()]
    optimiser = torch.optim.AdamW(groups, lr=args.lr, betas=(0.9, 0.98), fused=True)
    average = {k: p.detach().clone() for k, p in trained.items()}
    step, seen, spent = 0, 0, 0.0
    checkpoint = f"{args.work}/checkpoint.pt"
    if os.path.exists(checkpoint):
        saved = torch.load(checkpoint)
        model.load_state_dict(saved["model"])
        optimiser.load_state_dict(saved["optimiser"])
        average, step, seen, spent = saved["average"], saved["step"], saved["seen"], saved["spent"]

    def save():
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "average": average, "step": step, "seen": seen,
                    "spent": spent + time.time() - began}, checkpoint + ".new")
        os.replace(checkpoint + ".new", checkpoint)
        save_file(exported(model.state_dict() | average), f"{args.work}/average.safetensors.new")
        os.replace(f"{args.work}/average.safetensors.new", f"{args.work}/average.safetensors")

    for _ in range(step if args.past is None else args.past):
        next(batches)
    began = told = kept = time.time()
    running, right, counted, last = 0.0, 0, 0, seen
    while True:
        batch = next(batches)
        progress = (spent + time.time() - began) / (args.minutes * 60)
        if progress >= 1 or (args.steps and step >= args.steps):
            break
        for group in optimiser.param_groups:
            group["lr"] = group["share"] * args.lr * min(1, (step + 1) / args.warm) * (1 - (1 - args.last) * progress)
        ids, types, sizes = collate([data[k] for k in batch])
        wanted = torch.tensor([gold[k] for k in batch])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=args.bf16):
            out = model(ids, types, sizes).float()
        loss = torch.nn.functional.cross_entropy(out, wanted, label_smoothing=0.05)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained.values(), 1.0)
        optimiser.step()
        step += 1
        seen += len(batch)
        if step % STRIDE == 0:
            keep = min(args.average, step / (step + 10)) ** STRIDE
            torch._foreach_lerp_(list(average.values()), [p.detach() for p in trained.values()], 1 - keep)
        running += loss.item() * len(batch)
        right += int((out.argmax(1) == wanted.argmax(1)).sum())
        counted += len(batch)
        now = time.time()
        if now - told > 60 or (args.steps and step % 10 == 0):
            print(f"{time.strftime('%H:%M:%S', time.gmtime())} step {step} seen {seen} {progress:.1%} loss {running / counted:.4f} "
                  f"accuracy {right / counted:.4f} rows/s {(seen - last) / (now - told):.1f}", flush=True)
            told, running, right, counted, last = now, 0.0, 0, 0, seen
        if now - kept > 300 and not args.steps:
            save()
            kept = now
    if not args.steps:
        save()
    print("done", step, "steps,", seen, "rows", flush=True)


if __name__ == "__main__":
    main()
