"""A warm-up whose factor multiplies the learning rate within the compiled step (pytorch#171320)."""
import torch
import torch.nn as nn

from optimizer import SignMomentum


class Net(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, 1))

    def forward(self, x):
        return self.body(x)[:, 0]


@torch.compile(backend="aot_eager")
def log_cosh(error):
    return (error + nn.functional.softplus(-2 * error)).mean()


def main():
    torch.manual_seed(0)
    model = Net()
    net = torch.compile(model, backend="aot_eager")
    opt = SignMomentum(model.parameters(), lr=0.05)
    for step in range(6):
        x = torch.randn(12, 6)
        loss = log_cosh(net(x) - x.sum(1))
        opt.zero_grad()
        loss.backward()
        opt.step(factor=min(1.0, (step + 1) / 5))
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
