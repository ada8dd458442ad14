"""Auxiliary loss on the features of a layer that a hook takes (pytorch#185768)."""
import torch
import torch.nn as nn

from probes import Probe


class Net(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.stem = nn.Linear(8, dim)
        self.mid = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 3)
        self.probe = Probe()

    def forward(self, x):
        self.probe.attach(self.mid)
        x = torch.relu(self.stem(x))
        x = torch.relu(self.mid(x))
        return self.head(x), self.probe.penalty()


@torch.compile(backend="eager")
def objective(logits, y, penalty):
    return nn.functional.cross_entropy(logits, y) + 0.01 * penalty


@torch.compile(backend="eager")
def mixup(x, perm, lam):
    return lam * x + (1 - lam) * x[perm]


def main():
    torch.manual_seed(0)
    model = Net()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    y = torch.arange(12) % 3
    for _ in range(4):
        x = mixup(torch.randn(12, 8), torch.randperm(12), torch.tensor(0.8))
        logits, penalty = net(x)
        loss = objective(logits, y, penalty)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f} {penalty.item():.5f}")


if __name__ == "__main__":
    main()
