"""Fit the rates of a small reaction network through an ODE solver."""
import torch

from fit import Fitter
from reactions import Oregonator, observe


def main():
    torch.manual_seed(9)
    system = Oregonator()
    times = torch.linspace(0.0, 1.2, 5, dtype=torch.float64)
    target = observe(Oregonator(q=0.9, f=1.2), times)
    fitter = Fitter(system, times, lr=0.2)
    for epoch in range(3):
        loss = fitter.epoch(target)
        print(f"epoch {epoch}: loss {loss:.6f}")
    print(f"q {system.q.item():.5f} f {system.f.item():.5f}")


if __name__ == "__main__":
    main()
