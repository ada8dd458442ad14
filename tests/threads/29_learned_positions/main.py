"""Series whose length is marked as dynamic before the first compilation (pytorch#136002)."""
import torch
import torch.nn as nn

from feed import windows
from positions import Positions


class Forecaster(nn.Module):
    def __init__(self, channels=2, dim=8, longest=12):
        super().__init__()
        self.inp = nn.Linear(channels, dim)
        self.positions = Positions(longest, dim)
        self.mix = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, channels)

    def forward(self, series):
        h = self.positions(self.inp(series))
        h = h + torch.tanh(self.mix(h.mean(1, keepdim=True)))
        return self.out(h[:, -1])


@torch.compile(backend="eager")
def pinball(pred, target):
    error = target - pred
    return torch.maximum(0.9 * error, -0.1 * error).mean()


def main():
    torch.manual_seed(0)
    model = Forecaster()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for series, target in windows(batches=4, longest=12):
        loss = pinball(net(series), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(series.shape[1], f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
