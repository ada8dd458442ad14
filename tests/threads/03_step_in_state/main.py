"""An optimizer that compiles the update of one parameter (Advanced_Optimizers#6)."""
import torch
import torch.nn as nn

from optim import CompiledAdam


class Net(nn.Module):
    def __init__(self, dim=10):
        super().__init__()
        self.fc1 = nn.Linear(dim, dim)
        self.fc2 = nn.Linear(dim, dim)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


@torch.compile(backend="eager")
def smooth_l1(pred, y):
    return nn.functional.smooth_l1_loss(pred, y)


@torch.compile(backend="eager")
def standardize(x):
    return (x - x.mean(0)) / (x.std(0) + 1e-5)


def main():
    torch.manual_seed(0)
    model = Net()
    net = torch.compile(model, backend="eager")
    opt = CompiledAdam(model.parameters(), lr=0.02)
    for _ in range(6):
        x = standardize(torch.randn(16, 10))
        loss = smooth_l1(net(x), x.roll(1, -1))
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
