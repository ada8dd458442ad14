import torch

from jacobian import jacobian


def leading_rate(jac):
    return torch.linalg.eigvals(jac).real.max().item()


def survey(field, points):
    rates, traces = [], []
    for p in points:
        jac = jacobian(field, p)
        rates.append(leading_rate(jac))
        traces.append(jac.trace().item())
    return rates, traces
