from dataclasses import dataclass

import torch

import operators
from field import ScalarField


@dataclass
class PinnConfig:
    viscosity: float = 0.02
    interior: int = 64
    initial_points: int = 16
    steps: int = 6
    lr: float = 5e-3
    weight: float = 10.0
    backend: str = "aot_eager"


class Sampler:
    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)

    def interior(self):
        z = torch.rand(self.cfg.interior, 2, generator=self.gen)
        z[:, 0] = 2 * z[:, 0] - 1
        return z

    def initial(self):
        x = 2 * torch.rand(self.cfg.initial_points, generator=self.gen) - 1
        return torch.stack([x, torch.zeros_like(x)], dim=1), -torch.sin(torch.pi * x)


class Solver:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = ScalarField()
        self.field = torch.compile(self.net, backend=cfg.backend)
        self.jet = operators.jet
        self.sampler = Sampler(cfg)
        self.optim = torch.optim.Adam(self.net.parameters(), lr=cfg.lr)

    def data_loss(self):
        z, target = self.sampler.initial()
        return (self.net(z) - target).square().mean()

    def step(self):
        residual = operators.burgers(self.jet(self.field, self.sampler.interior()), self.cfg.viscosity)
        physics = residual.square().mean()
        loss = physics + self.cfg.weight * self.data_loss()
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item(), physics.item()


if __name__ == "__main__":
    torch.manual_seed(0)
    solver = Solver(PinnConfig())
    for n in range(solver.cfg.steps):
        print("step %d loss %.5f physics %.5f" % (n, *solver.step()))
