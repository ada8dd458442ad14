import torch


def clips(lengths):
    for n in lengths:
        yield torch.randn(4, n, 3).cumsum(1)
