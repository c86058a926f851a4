#!/usr/bin/env python3
"""Average two exported cross-encoders, weight by weight.

    python blend.py --one ../models/nli/nli.safetensors --other run/average.safetensors --share 0.5 --out blend.safetensors

A model that went on from another one lies near it, and the point between the two often reads unseen text better than either:
what the second span of training learned is kept, what it forgot comes half back.
"""
import argparse

from safetensors.torch import load_file, save_file


def main():
    cli = argparse.ArgumentParser()
    cli.add_argument("--one", required=True)
    cli.add_argument("--other", required=True)
    cli.add_argument("--share", type=float, default=0.5, help="of the other")
    cli.add_argument("--out", required=True)
    args = cli.parse_args()
    one, other = load_file(args.one), load_file(args.other)
    assert one.keys() == other.keys(), "these are not two exports of one network"
    mean = {name: one[name].float().lerp(other[name].float(), args.share).half().contiguous() for name in one}
    save_file(mean, args.out)


if __name__ == "__main__":
    main()
