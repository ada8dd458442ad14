"""Features watched by a hook at each evaluation (pytorch#117758)."""
import torch
import torch.nn as nn

from taps import FeatureTap


class Net(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.head = nn.Linear(dim, 1)

    def forward(self, x):
        return self.head(torch.relu(self.body(x))).squeeze(-1)


@torch.compile(backend="eager")
def log_cosh(pred, y):
    d = pred - y
    return (d + nn.functional.softplus(-2 * d) - 0.6931).mean()


@torch.compile(backend="eager")
def whiten(x):
    return (x - x.mean(0)) / (x.std(0) + 1e-6)


def evaluate(net, model, x, y, tap):
    with torch.no_grad(), tap:
        loss = log_cosh(net(x), y)
    return loss.item(), tap.mean()


def main():
    torch.manual_seed(0)
    model = Net()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    tap = FeatureTap(model.body[0])
    for epoch in range(4):
        x = whiten(torch.randn(16, 6))
        loss = log_cosh(net(x), x.sum(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        value, mean = evaluate(net, model, x, x.sum(1), tap)
        print(epoch, f"{value:.4f} {mean:.4f}")


if __name__ == "__main__":
    main()
