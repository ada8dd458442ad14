"""A mixture of experts that balances their load (unsloth-zoo#1248, pytorch#192343)."""
import torch
import torch.nn as nn

from experts import Mixture


class Model(nn.Module):
    def __init__(self, dim=6, experts=4):
        super().__init__()
        self.inp = nn.Linear(3, dim)
        self.mixture = Mixture(dim, experts, top=2)
        self.out = nn.Linear(dim, 1)

    def forward(self, x):
        h, load = self.mixture(torch.tanh(self.inp(x)))
        return self.out(h)[:, 0], load


@torch.compile(backend="eager")
def huber(pred, y):
    return nn.functional.smooth_l1_loss(pred, y)


@torch.compile(backend="eager")
def rebalanced(bias, load):
    return bias + 0.05 * torch.sign(load.float().mean() - load)


def main():
    torch.manual_seed(0)
    model = Model()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(4):
        x = torch.randn(10, 3)
        pred, load = net(x)
        loss = huber(pred, x.sum(1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        model.mixture.bias.copy_(rebalanced(model.mixture.bias, load))
        print(load.tolist(), f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
