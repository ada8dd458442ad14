import numpy as np
import torch


def gauss_rule(order, low, high):
    x, w = np.polynomial.legendre.leggauss(order)
    half = 0.5 * (high - low)
    nodes = half * (x + 1.0) + low
    return torch.from_numpy(nodes), torch.from_numpy(half * w)


def trapezoid(values, step):
    return step * (values.sum() - 0.5 * (values[0] + values[-1]))
