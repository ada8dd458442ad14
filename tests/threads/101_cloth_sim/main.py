"""A small mass-spring cloth, integrated with a compiled step."""
import torch

import world
from forces import spring_energy
from integrate import step
from probes import Recorder


def grid(n):
    xs = torch.linspace(0, 1, n)
    y, x = torch.meshgrid(xs, xs, indexing="ij")
    return torch.stack([x, y, torch.zeros_like(x)], dim=-1)


def main():
    torch.manual_seed(0)
    n = 8
    pos = grid(n)
    vel = 0.01 * torch.randn(n, n, 3)
    rest = 1.0 / (n - 1)
    rec = Recorder(every=4)
    advance = torch.compile(step, backend="aot_eager")
    with torch.no_grad():
        for i in range(12):
            pos, vel = advance(pos, vel, rest)
            rec(i, pos)
    print("low points", " ".join(f"{z:.5f}" for z in rec.lowest))
    print(f"energy {spring_energy(pos, rest).item():.6f}  steps {world.ticks}")


if __name__ == "__main__":
    main()
