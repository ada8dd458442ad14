from functools import partial

import torch

KINDS = ("author", "paper", "venue", "field")


def total(scale, stores):
    found = torch.zeros(())
    for kind, values in stores.items():
        found = found + scale * values.relu().mean()
    return found


def sampled(index):
    stores = {}
    for bit, kind in enumerate(KINDS):
        if (index * 5 + 3) >> bit & 1:
            stores[kind] = torch.randn(4)
    return stores


def main():
    torch.manual_seed(0)
    loss = torch.compile(partial(total, 0.5), backend="eager")
    for index in range(6):
        stores = sampled(index)
        y = loss(stores)
    print(y.dim())


main()
