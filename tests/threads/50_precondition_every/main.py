"""An optimizer whose preconditioner is renewed every few steps (zeroshampoo#1)."""
import torch
import torch.nn as nn

from shampoo import Shampoo


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(5, 6, bias=False)
        self.b = nn.Linear(6, 2, bias=False)

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


@torch.compile(backend="eager")
def mse(pred, y):
    return (pred - y).square().mean()


def main():
    torch.manual_seed(0)
    model = Net()
    net = torch.compile(model, backend="eager")
    opt = Shampoo(model.parameters(), lr=0.02, every=3)
    for step in range(7):
        x = torch.randn(16, 5)
        loss = mse(net(x), x[:, :2])
        model.zero_grad()
        loss.backward()
        opt.step()
        print(step, f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
