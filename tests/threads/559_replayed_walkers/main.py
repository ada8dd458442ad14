import torch

from forces import crossing_fraction, double_well
from integrator import Langevin


def walkers(n, dim):
    g = torch.Generator().manual_seed(0)
    x = -1.0 + 0.1 * torch.randn(n, dim, generator=g)
    return x, torch.zeros_like(x)


def main():
    engine = Langevin(run=5)
    advance = torch.compile(engine.advance, backend="aot_eager")
    x, v = walkers(128, 2)
    start = x.clone()
    for step in range(150):
        x, v = advance(x, v, step)
    print(f"energy {double_well(x).mean():.4f}  kinetic {0.5 * (v ** 2).mean():.4f}")
    print(f"crossed {crossing_fraction(start, x):.4f}")


if __name__ == "__main__":
    main()
