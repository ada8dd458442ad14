import torch


def decay_fold(rows, window, decay):
    total = rows[window.start]
    for i in range(window.start + 1, window.stop):
        total = total * decay + rows[i]
    return total


def normalise(x, eps=1e-6):
    return x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()


def energy(x):
    return x.square().sum(dim=-1)
