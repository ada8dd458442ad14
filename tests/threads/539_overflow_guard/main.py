import torch
from torch import nn

from trainer import Trainer


def make_batches(count, spike_at):
    generator = torch.Generator().manual_seed(9)
    weight = torch.randn(12, 1, generator=generator)
    for index in range(count):
        x = torch.randn(32, 12, generator=generator)
        y = torch.tanh(x @ weight)
        if index == spike_at:
            y = y * float("inf")
        yield x, y


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(12, 24), nn.Tanh(), nn.Linear(24, 1))
    trainer = Trainer(model)
    losses = [trainer.train_step(x, y) for x, y in make_batches(12, spike_at=5)]
    print("first %.3f last %.3f" % (losses[0], losses[-1]))
    print("skipped", trainer.scaler.skipped, "scale", trainer.scaler.scale.item())
    print("weight norm %.3f" % sum(p.norm().item() for p in model.parameters()))


if __name__ == "__main__":
    main()
