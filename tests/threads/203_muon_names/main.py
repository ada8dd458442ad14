"""Fits a deep square MLP (a toy Koopman operator) with a home-made optimizer."""
import torch
from torch import nn

from meters import LossMeter, UpdateMeter
from optim import Ortho


class Koopman(nn.Module):
    def __init__(self, dim=12, depth=6):
        super().__init__()
        self.stages = nn.ModuleList(nn.Linear(dim, dim, bias=False) for _ in range(depth))

    def forward(self, x):
        for stage in self.stages:
            x = x + torch.tanh(stage(x))
        return x


def rotation(dim, gen):
    q, _ = torch.linalg.qr(torch.randn(dim, dim, generator=gen))
    return q


def main():
    torch.manual_seed(5)
    gen = torch.Generator().manual_seed(6)
    model = Koopman()
    meter, losses = UpdateMeter(), LossMeter("train")
    optimizer = Ortho(model.named_parameters(), meter=meter)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, step_size=100)
    target = rotation(12, gen)

    @torch.compile(backend="aot_eager")
    def objective(x, tag="train"):
        return (model(x) - x @ target).pow(2).mean()

    for _ in range(4):
        loss = objective(torch.randn(32, 12, generator=gen))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        meter.collect(optimizer)
        losses.track(loss)
    print(f"{losses.name} loss {losses.mean():.5f}")
    for name, value in meter.summary().items():
        print(f"{name.split('.')[1]} {value:.5f}")


if __name__ == "__main__":
    main()
