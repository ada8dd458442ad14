import torch

from forcefield import ForceField
from topology import build_polymer


class VelocityVerlet:
    def __init__(self, field, masses, dt=0.02):
        self.field = torch.compile(field, backend="aot_eager", fullgraph=True)
        self.masses, self.dt = masses, dt

    def run(self, pos, vel, steps, report=5):
        energy, force = self.field(pos)
        for step in range(1, steps + 1):
            vel = vel + 0.5 * self.dt * force / self.masses
            pos = pos + self.dt * vel
            energy, force = self.field(pos)
            vel = vel + 0.5 * self.dt * force / self.masses
            if step % report == 0:
                kinetic = 0.5 * (self.masses * vel.square()).sum()
                print(f"step {step:3d} potential {energy.item():.3f} kinetic {kinetic.item():.3f}")
        return pos, vel


def main():
    torch.manual_seed(3)
    top = build_polymer()
    pos = torch.randn(top.n_atoms, 3) * 0.2
    pos[:, 0] += torch.arange(top.n_atoms) % 6
    pos[:, 1] += 1.5 * (torch.arange(top.n_atoms) // 6)
    vel = torch.randn(top.n_atoms, 3) * 0.1
    with torch.no_grad():
        pos, vel = VelocityVerlet(ForceField(top), top.masses).run(pos, vel, steps=20)
    print(f"radius {(pos - pos.mean(0)).norm(dim=1).mean().item():.3f}")


if __name__ == "__main__":
    main()
