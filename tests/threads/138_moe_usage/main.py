"""Mixture of experts on a toy regression, with usage statistics of the experts."""
import torch

from moe import MoE
from schedule import CapacityWarmup
from tinystats import Meter


def batches(n, size=32, dim=8):
    g = torch.Generator().manual_seed(3)
    for _ in range(n):
        x = torch.randn(size, dim, generator=g)
        yield x, torch.sin(x).sum(1, keepdim=True)


def main():
    torch.manual_seed(0)
    meter = Meter("experts")
    model = MoE(8, experts=4, meter=meter)
    model.compile(backend="eager")
    warmup = CapacityWarmup(model.gate, start=0.5, stop=0.9, steps=5)
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    for x, y in batches(10):
        loss = (model(x) - y).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        warmup.step()
    print("loss %.5f" % loss.item())
    print("usage", meter.totals())
    print("balance %.4f" % meter.balance())


if __name__ == "__main__":
    main()
