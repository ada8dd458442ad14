"""A Lion-like optimizer whose step is compiled, under a one-cycle schedule (pytorch#133898)."""
import torch
import torch.nn as nn

from optimizer import Lion
from schedule import OneCycle


@torch.compile(backend="eager")
def forward_loss(x, y, weight, bias):
    return ((x @ weight + bias) - y).square().mean()


@torch.compile(backend="eager")
def norm_of(grads):
    return torch.stack([g.square().sum() for g in grads]).sum().sqrt()


def main():
    torch.manual_seed(0)
    weight = nn.Parameter(torch.randn(6, 4) / 3)
    bias = nn.Parameter(torch.zeros(4))
    optimizer = Lion([weight, bias], lr=torch.tensor(0.01))
    schedule = OneCycle(optimizer, peak=0.05, total=6)
    x, y = torch.randn(16, 6), torch.randn(16, 4)
    for _ in range(6):
        loss = forward_loss(x, y, weight, bias)
        loss.backward()
        norm = norm_of([weight.grad, bias.grad])
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()
    print(f"{loss.item():.4f} {norm.item():.4f}")


if __name__ == "__main__":
    main()
