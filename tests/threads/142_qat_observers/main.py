"""Quantization-aware training of a small MLP, each block compiled by itself."""
import torch

from blocks import QuantMLP
from train import fit


def main():
    torch.manual_seed(2)
    model = QuantMLP(din=8, width=16, dout=4, depth=3)
    for block in model.blocks:
        block.compile(backend="eager")
    losses = fit(model, steps=6)
    print("first %.5f last %.5f" % (losses[0], losses[-1]))
    print("ranges", ["%.4f" % float(b.act.observer.amax) for b in model.blocks])


if __name__ == "__main__":
    main()
