import torch

from dynamics import VelocityVerlet, kinetic
from potential import ForceField, PairPotential


def start(replicas, atoms):
    grid = torch.cartesian_prod(torch.arange(2.0), torch.arange(2.0), torch.arange(2.0))[:atoms]
    positions = 1.3 * grid.expand(replicas, -1, -1) + 0.05 * torch.randn(replicas, atoms, 3)
    return positions.contiguous(), 0.1 * torch.randn(replicas, atoms, 3)


def main():
    torch.manual_seed(8)
    model = PairPotential(atoms=6)
    forces = ForceField(torch.compile(model, backend="inductor"))
    positions, velocities = start(4, 6)
    positions, velocities, trace = VelocityVerlet(forces).run(positions, velocities, 30)
    print("energy first %.4f last %.4f" % (trace[0], trace[-1]))
    print("kinetic %.4f" % float(kinetic(velocities)))
    print("spread %.4f" % float(positions.std()))


if __name__ == "__main__":
    main()
