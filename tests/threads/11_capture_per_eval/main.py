"""Features kept by a hook at each evaluation (pytorch#117758)."""
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


def main():
    torch.manual_seed(0)
    model = Net().requires_grad_(False)
    net = torch.compile(model, backend="eager")
    tap = FeatureTap(model.body[0])
    for epoch in range(5):
        x = whiten(torch.randn(16, 6))
        with tap.record(f"epoch{epoch}"):
            loss = log_cosh(net(x), x.sum(1))
        model.head.weight.add_(0.1)
        print(epoch, f"{loss.item():.4f}")
    print(" ".join(f"{k}:{v:.4f}" for k, v in tap.means().items()))


if __name__ == "__main__":
    main()
