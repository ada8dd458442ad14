"""Molecular dynamics with energy and forces from one graph (pytorch#133230)."""
import torch

from potential import Potential
from setup import prepare


@torch.compile(backend="aot_eager")
def half_kick(velocity, forces, dt):
    return velocity + 0.5 * dt * forces


@torch.compile(backend="aot_eager")
def kinetic(velocity):
    return 0.5 * velocity.square().sum()


def main():
    torch.manual_seed(0)
    potential = prepare(Potential(atoms=5))
    positions, velocity = torch.randn(5, 3), torch.zeros(5, 3)
    dt = torch.tensor(0.05)
    energy, forces = potential(positions.requires_grad_())
    for step in range(3):
        velocity = half_kick(velocity, forces, dt)
        positions = (positions + dt * velocity).detach()
        energy, forces = potential(positions.requires_grad_())
        velocity = half_kick(velocity, forces, dt)
        print(step, f"{energy.item():.4f} {kinetic(velocity).item():.4f}")


if __name__ == "__main__":
    main()
