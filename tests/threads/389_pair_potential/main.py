import torch

from forcefield import FieldConfig, ForceField
from potential import PairPotential


def reference(pos):
    d = torch.cdist(pos, pos) + torch.eye(len(pos)) * 10.0
    well = 0.5 * ((d - 1.5) * torch.exp(-d)).sum()
    delta = pos[:, None] - pos[None]
    return well, -(delta * torch.exp(-d)[..., None] * (2.5 - d)[..., None] / d[..., None]).sum(1)


def frames(count, atoms=6):
    gen = torch.Generator().manual_seed(3)
    z = torch.randint(0, 3, (atoms,), generator=gen)
    for _ in range(count):
        pos = torch.randn(atoms, 3, generator=gen) * 1.2
        yield (pos, z, *reference(pos))


class Trainer:
    def __init__(self, field, energy_weight=0.1, force_weight=1.0):
        self.field = field
        self.weights = energy_weight, force_weight
        self.optimizer = torch.optim.Adam(field.potential.parameters(), lr=5e-3)

    def step(self, pos, z, energy, forces):
        e, f = self.field(pos, z)
        loss = self.weights[0] * (e - energy) ** 2 + self.weights[1] * (f - forces).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.detach(), e.detach(), f.detach().norm()


def main():
    torch.manual_seed(0)
    trainer = Trainer(ForceField(PairPotential(), FieldConfig()))
    for i, frame in enumerate(frames(5)):
        loss, e, f = trainer.step(*frame)
        print(f"frame {i} loss {loss:.4f} energy {e:.4f} |F| {f:.4f}")


if __name__ == "__main__":
    main()
