import math

import torch


def rosenbrock(x):
    head, tail = x[..., :-1], x[..., 1:]
    return (100 * (tail - head**2) ** 2 + (1 - head) ** 2).sum(-1)


def rastrigin(x):
    return (x**2 - 10 * torch.cos(2 * math.pi * x) + 10).sum(-1)


def ackley(x):
    a = -20 * torch.exp(-0.2 * x.pow(2).mean(-1).sqrt())
    b = -torch.exp(torch.cos(2 * math.pi * x).mean(-1))
    return a + b + 20 + math.e


REGISTRY = {f.__name__: f for f in (rosenbrock, rastrigin, ackley)}
