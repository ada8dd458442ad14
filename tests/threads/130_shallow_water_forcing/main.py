"""Shallow water in one dimension, driven by a tide table and by wind gusts."""
import torch

from forcing import Forcing
from integrate import simulate


def main():
    torch.manual_seed(0)
    n = 64
    x = torch.linspace(0, 1, n)
    h = 1.0 + 0.1 * torch.exp(-200 * (x - 0.3) ** 2)
    u = torch.zeros(n)
    forcing = Forcing(n, gusts=[(6, 0.8), (12, -0.5)])
    for report in simulate(h, u, forcing, steps=18, every=6):
        print("step {step:2d} mass {mass:.4f} energy {energy:.4f}".format(**report))


if __name__ == "__main__":
    main()
