"""Orbits of a few small bodies with a fourth-order multistep scheme."""
import torch

from bodies import Field, ring
from multistep import AdamsBashforth


def main():
    torch.manual_seed(0)
    solver = AdamsBashforth(Field(mass=1.0, soft=0.05), dt=0.02)
    for radius in (1.0, 1.5, 2.0):
        state = ring(radius, 5)
        out = solver.run(state, steps=10)
        r = out[:, :2].norm(dim=1)
        print(f"radius {radius}: mean {r.mean().item():.6f}  spread {(r.max() - r.min()).item():.6f}")
    print("evaluations", solver.field.evaluations)


if __name__ == "__main__":
    main()
