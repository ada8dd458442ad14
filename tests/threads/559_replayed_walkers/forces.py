import torch


def double_well(x):
    return ((x ** 2 - 1.0) ** 2).sum(-1)


def force(x):
    return -4.0 * x * (x ** 2 - 1.0)


def crossing_fraction(start, end):
    return (torch.sign(start[:, 0]) != torch.sign(end[:, 0])).float().mean()
