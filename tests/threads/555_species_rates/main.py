import torch

from reactor import Reactor, totals
from species import describe, oscillator
from stencil import blob


def initial(shape):
    torch.manual_seed(11)
    u = torch.ones(shape) - 0.5 * blob(shape, (12, 20), 5)
    v = 0.25 * blob(shape, (12, 20), 5) + 0.01 * torch.rand(shape)
    w = 0.05 * torch.rand(shape)
    return torch.stack([u, v, w])


def main():
    net = oscillator()
    print("network:", describe(net))
    reactor = torch.compile(Reactor(net), backend="eager")
    field = initial((24, 40))
    print("start", totals(field))
    with torch.no_grad():
        for step in range(60):
            field = reactor(field)
            if step % 20 == 19:
                print("step", step + 1, totals(field))
    print("peak v", round(field[1].max().item(), 4))


if __name__ == "__main__":
    main()
