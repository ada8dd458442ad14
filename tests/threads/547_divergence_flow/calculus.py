import torch
from torch.autograd.functional import jacobian


def divergence(fn, x):
    rows = jacobian(lambda z: fn(z).sum(dim=0), x, create_graph=False)
    return torch.einsum("ibi->b", rows)


def squared_speed(v):
    return v.square().sum(dim=-1)


def standard_log_prob(x):
    const = torch.log(torch.tensor(2 * torch.pi)) * x.shape[-1]
    return -0.5 * (x.square().sum(dim=-1) + const)
