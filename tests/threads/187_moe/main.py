"""A small mixture-of-experts language model with router statistics."""
import torch

from data import copy_task
from lm import MoeLM
from telemetry import registry
from train import fit


def main():
    torch.manual_seed(21)
    model = MoeLM(n_vocab=16, dim=24, n_blocks=2, n_experts=4)
    losses = fit(model, copy_task(n=4, batch=4, length=8, n_vocab=16))
    print("losses " + " ".join(f"{v:.4f}" for v in losses))
    for name, meter in registry.items():
        print(f"{name}: n {meter.n} mean load {meter.mean():.4f}")


if __name__ == "__main__":
    main()
