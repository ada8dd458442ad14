"""Models built under another default dtype, as loaders of checkpoints do (pytorch#112787)."""
import torch
import torch.nn as nn

from session import Session


class Regressor(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x):
        return self.net(x)[:, 0]


@torch.compile(backend="eager")
def explained(pred, y):
    return 1 - (pred - y).var() / y.var()


def main():
    torch.manual_seed(0)
    x = torch.randn(12, 4)
    session = Session(explained, x, x.sum(1))
    for width in (4, 8, 16):
        model, quality = session.load(lambda: Regressor(width))
        held_out = torch.randn(12, 4)
        with torch.no_grad():
            score = explained(model(held_out), held_out.sum(1))
        print(width, f"{quality.item():.3f} {score.item():.3f}")


if __name__ == "__main__":
    main()
