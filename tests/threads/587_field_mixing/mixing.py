import torch

from linsolve import SOLVERS


class AndersonMixer:
    def __init__(self, size, depth=3, beta=0.6, solver="lstsq"):
        self.depth = depth
        self.beta = beta
        self.solver = SOLVERS[solver]
        self.fields = torch.zeros(depth, size, dtype=torch.float64)
        self.residuals = torch.zeros(depth, size, dtype=torch.float64)

    def remember(self, field, residual):
        self.fields = torch.cat([self.fields[1:], field[None]])
        self.residuals = torch.cat([self.residuals[1:], residual[None]])

    def mixed(self, field, residual):
        d_res = (self.residuals[1:] - self.residuals[:-1]).mT
        d_field = (self.fields[1:] - self.fields[:-1]).mT
        gamma = self.solver(d_res, residual[:, None])[0]
        step = self.beta * residual[:, None] - (d_field + self.beta * d_res) @ gamma
        return field + step.squeeze(-1)


def linear_mixing(field, residual, beta=0.3):
    return field + beta * residual
