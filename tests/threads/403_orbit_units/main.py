import torch

from potentials import Logarithmic, Plummer
from units import GALACTIC, describe, use_units


class Leapfrog:
    def __init__(self, potential, dt):
        self.potential = potential
        self.dt = dt
        self.advance = torch.compile(self._advance, backend="eager")

    def _advance(self, pos, vel):
        vel = vel + 0.5 * self.dt * self.potential.accel(pos)
        pos = pos + self.dt * vel
        vel = vel + 0.5 * self.dt * self.potential.accel(pos)
        return pos, vel

    def integrate(self, pos, vel, steps):
        for _ in range(steps):
            pos, vel = self.advance(pos, vel)
        return pos, vel


def main():
    torch.manual_seed(2)
    pos = torch.randn(32, 3, dtype=torch.float64) * 4.0
    vel = torch.randn(32, 3, dtype=torch.float64) * 80.0
    galaxy = Plummer(2.0e10, 1.5) + Logarithmic(180.0, 0.7)
    flow = Leapfrog(galaxy, dt=1e-3)
    with use_units(GALACTIC) as units:
        print(describe())
        for block in range(4):
            pos, vel = flow.integrate(pos, vel, 10)
            speed = vel.norm(dim=-1).mean() / units.velocity
            print(f"block {block} r={pos.norm(dim=-1).mean() / units.length:.6f} v={speed:.6f}")


if __name__ == "__main__":
    main()
