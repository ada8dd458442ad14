import math

import torch
from torch import nn

from experts import SparseLayer
from routing import load_balance


class SensorModel(nn.Module):
    def __init__(self, channels=8, width=20):
        super().__init__()
        self.inp = nn.Linear(channels, width)
        self.sparse = SparseLayer(width)
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, 2)

    def forward(self, x):
        return self.out(self.norm(self.sparse(torch.tanh(self.inp(x)))))


def readings(count, generator):
    phase = torch.rand(count, 1, generator=generator) * 2 * math.pi
    rates = torch.arange(1, 9) / 2
    noise = torch.randn(count, 8, generator=generator) * 0.1
    return torch.sin(phase * rates) + noise, torch.cat([phase.sin(), phase.cos()], dim=-1)


def main():
    torch.manual_seed(2)
    generator = torch.Generator().manual_seed(13)
    model = SensorModel()
    forward = torch.compile(model, backend="inductor")
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-3)
    losses = []
    for _ in range(6):
        x, y = readings(40, generator)
        optimizer.zero_grad(set_to_none=True)
        loss = (forward(x) - y).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    weights, chosen = model.sparse.router(torch.tanh(model.inp(x)))
    balance = load_balance(weights.detach(), chosen, 4)
    print("losses %.3f %.3f" % (losses[0], losses[-1]))
    print("largest share %.2f" % balance.max().item())


if __name__ == "__main__":
    main()
