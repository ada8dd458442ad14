import torch

import forces
from integrate import Verlet, at_rest


def lattice(side, spacing, lift, gen):
    axis = torch.arange(side) * spacing
    grid = torch.cartesian_prod(axis, axis, axis)
    grid = grid + 0.02 * torch.randn(grid.shape, generator=gen)
    grid[:, 2] += lift
    return grid


class Monitor:
    def __init__(self, material, every):
        self.material = material
        self.every = every
        self.rows = []

    def __call__(self, step, state):
        if step % self.every == 0:
            energy = state.kinetic() + forces.potential(state.pos, state.mass, self.material)
            self.rows.append((step, energy.item(), state.pos[:, 2].min().item()))


def simulate(state, solver, steps, monitor):
    advance = torch.compile(solver.step, backend="eager")
    for step in range(1, steps + 1):
        state = advance(state)
        monitor(step, state)
    return state


def main():
    gen = torch.Generator().manual_seed(5)
    pos = lattice(side=3, spacing=0.95, lift=0.7, gen=gen)
    mass = 0.5 + torch.rand(len(pos), generator=gen)
    material = forces.Material()
    monitor = Monitor(material, every=20)
    simulate(at_rest(pos, mass), Verlet(material, dt=2e-3), 100, monitor)
    for step, energy, lowest in monitor.rows:
        print(f"step {step:4d} energy {energy:.4f} lowest {lowest:.4f}")


if __name__ == "__main__":
    main()
