import torch

from orbit import Galaxy, kick_drift, make_field
from potentials import PlummerSphere, RingDisk


def stars(n):
    g = torch.Generator().manual_seed(21)
    R = 1.0 + torch.rand(n, generator=g, dtype=torch.float64)
    z = 0.1 * torch.randn(n, generator=g, dtype=torch.float64)
    return torch.stack([R, z], dim=1)


def main():
    galaxy = Galaxy([PlummerSphere(0.4, 0.3), RingDisk(0.6, 0.5)])
    field = make_field(galaxy)
    pos = stars(64)
    vel = torch.zeros_like(pos)
    lz = 0.9 * pos[:, 0].sqrt()
    first = None
    for step in range(200):
        pos, vel, energy = kick_drift(field, pos, vel, lz, 0.01)
        total = (energy + 0.5 * (vel ** 2).sum(1)).mean().item()
        first = total if first is None else first
    print(f"mean R {pos[:, 0].mean():.6f}  mean |z| {pos[:, 1].abs().mean():.6f}")
    print(f"energy {total:.5f}  drift {abs(total - first) / abs(first):.4f}")


if __name__ == "__main__":
    main()
