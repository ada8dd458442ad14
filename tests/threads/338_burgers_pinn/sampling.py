from dataclasses import dataclass

import torch


@dataclass
class Domain:
    t_end: float = 1.0
    x_low: float = -1.0
    x_high: float = 1.0


class AdaptiveCollocation:
    """Collocation points; after each round more of them where the residual is large."""

    def __init__(self, domain, start=64, growth=16):
        self.domain, self.growth = domain, growth
        self.points = self.draw(start)

    def draw(self, n):
        d = self.domain
        t = torch.rand(n) * d.t_end
        x = d.x_low + torch.rand(n) * (d.x_high - d.x_low)
        return torch.stack((t, x), dim=1)

    def batch(self):
        torch._dynamo.mark_dynamic(self.points, 0)
        return self.points

    def refine(self, score):
        pool = self.draw(4 * self.growth)
        worst = score(pool).abs().topk(self.growth).indices
        self.points = torch.cat((self.points, pool[worst]))


def initial_line(n):
    x = torch.linspace(-1, 1, n)
    return torch.stack((torch.zeros(n), x), dim=1), -torch.sin(torch.pi * x)
