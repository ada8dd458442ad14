import torch

from dynamics import Verlet
from potential import PairPotential


def lattice(side, spacing, generator):
    grid = torch.cartesian_prod(*[torch.arange(side, dtype=torch.float32)] * 3) * spacing
    return grid + 0.1 * torch.randn(grid.shape, generator=generator)


def kinetic(vel):
    return 0.5 * vel.square().sum().item()


def main():
    torch.manual_seed(2)
    g = torch.Generator().manual_seed(2)
    pos = lattice(3, 1.1, g)
    vel = 0.6 * torch.randn(pos.shape, generator=g)
    model = PairPotential()
    energy = torch.compile(model, backend="aot_eager", dynamic=False)
    md = Verlet(energy)
    pos, vel, trace = md.run(pos, vel, steps=12)
    print(f"energy first {trace[0]:.4f} last {trace[-1]:.4f}")
    print(f"kinetic {kinetic(vel):.4f}")
    print(f"degree {sum(md.degrees) / len(md.degrees):.3f}")


if __name__ == "__main__":
    main()
