"""Langevin dynamics of a small particle system under a neural potential."""
import torch

from potential import Calculator, Potential


def lattice(side, spacing, gen):
    axis = torch.arange(side, dtype=torch.float32) * spacing
    grid = torch.stack(torch.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(-1, 3)
    return grid + 0.1 * torch.randn(grid.shape, generator=gen)


@torch.compile(backend="eager")
def kinetic(velocity):
    return 0.5 * velocity.square().sum()


class Langevin:
    def __init__(self, calculator, dt=0.01, friction=0.5, temperature=0.3, seed=2):
        self.calculator = calculator
        self.dt, self.friction, self.temperature = dt, friction, temperature
        self.gen = torch.Generator().manual_seed(seed)

    def step(self, pos, velocity):
        energy, force = self.calculator.energy_and_forces(pos)
        kick = (2 * self.friction * self.temperature * self.dt) ** 0.5
        noise = torch.randn(pos.shape, generator=self.gen)
        velocity = velocity + self.dt * (force - self.friction * velocity) + kick * noise
        return (pos + self.dt * velocity) % 6.0, velocity, energy


def main():
    torch.manual_seed(4)
    gen = torch.Generator().manual_seed(9)
    pos = lattice(3, 2.0, gen)
    velocity = torch.zeros_like(pos)
    calculator = Calculator(Potential(), "aot_eager", pos.clone().requires_grad_())
    integrator = Langevin(calculator)
    for step in range(20):
        pos, velocity, energy = integrator.step(pos, velocity)
        if step % 5 == 4:
            print(f"step {step + 1:2d} potential {energy.item():.5f} kinetic {kinetic(velocity).item():.5f}")


if __name__ == "__main__":
    main()
