"""Train a set transformer to find the odd point out; parts of it are compiled if possible."""
import torch

from accel import status
from settrans import SetNet


def odd_one_out(batch, n, gen):
    x = torch.randn(batch, n, 2, generator=gen) * 0.3
    y = torch.randint(0, n, (batch,), generator=gen)
    x[torch.arange(batch), y] += 1.5
    return x, y


def main():
    torch.manual_seed(11)
    net = SetNet(dim=2, width=16, keep=4)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    gen = torch.Generator().manual_seed(90)
    for it in range(4):
        x, y = odd_one_out(8, 6, gen)
        loss = torch.nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"it {it} loss {loss.item():.5f}")
    for name, state in status():
        print(name, state)


if __name__ == "__main__":
    main()
