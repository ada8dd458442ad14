import torch
from torch import nn

from stencil import laplacian, scale


class Reactor(nn.Module):
    def __init__(self, net, dt=1.0):
        super().__init__()
        self.dt = dt
        for key in ("diffusion", "decay", "feed"):
            self.register_buffer(key, net.column(key))

    def reaction(self, field):
        u, v, w = field.unbind(0)
        uvv = u * v * v
        return torch.stack([-uvv - 0.02 * u * w, uvv, 0.02 * u * w])

    def forward(self, field):
        spread = scale(laplacian(field), self.diffusion)
        loss = scale(field, self.decay)
        supply = scale(torch.ones_like(field), self.feed)
        return field + self.dt * (spread + self.reaction(field) - loss + supply)


def totals(field):
    return [round(float(x), 3) for x in field.flatten(1).sum(1)]
