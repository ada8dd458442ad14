import torch


def shift(x, n):
    return torch.cat([x.new_zeros(n), x[:-n]])


def add_echo(x, delays, wet):
    y = x
    for i, d in enumerate(delays):
        y = y + wet ** (i + 1) * shift(x, d)
    return y
