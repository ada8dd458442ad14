"""An interatomic potential that gives energies and forces (pytorch#185829: autograd.grad)."""
import torch

from potential import Potential


@torch.compile(backend="eager")
def center(pos):
    return pos - pos.mean(0, keepdim=True)


@torch.compile(backend="eager")
def kinetic(velocity):
    return 0.5 * velocity.square().sum()


def build(dim=8):
    torch.manual_seed(0)
    model = Potential(dim).requires_grad_(False)
    model.compile(backend="eager")
    return model


def main():
    model = build()
    pos = center(torch.randn(5, 3))
    velocity = torch.zeros(5, 3)
    for step in range(5):
        energy, force = model(pos.detach().requires_grad_(True))
        velocity = velocity + 0.05 * force
        pos = center(pos + 0.05 * velocity)
        print(step, f"{energy.item():.4f} {kinetic(velocity).item():.5f}")


if __name__ == "__main__":
    main()
