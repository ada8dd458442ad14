import torch
import torch.nn as nn

from stopping import StopRule


def squared_cost(x, y):
    return 0.5 * ((x[:, None, :] - y[None, :, :]) ** 2).sum(-1)


class Sinkhorn(nn.Module):
    """Entropic transport between two weighted point clouds in the log domain."""

    def __init__(self, epsilon=0.05, max_iter=24, tol=1e-3):
        super().__init__()
        self.epsilon = epsilon
        self.max_iter = max_iter
        self.stop = StopRule(tol, epsilon)

    def softmin(self, cost, potential, log_weight):
        return -self.epsilon * torch.logsumexp(log_weight + (potential - cost) / self.epsilon, dim=1)

    def potentials(self, cost, log_a, log_b):
        f = torch.zeros_like(log_a)
        g = torch.zeros_like(log_b)
        for _ in range(self.max_iter):
            before = f
            f = self.softmin(cost, g, log_b)
            g = self.softmin(cost.T, f, log_a)
            if self.stop.reached(f, before):
                break
        return f, g

    def forward(self, x, y, a, b):
        cost = squared_cost(x, y)
        f, g = self.potentials(cost, a.log(), b.log())
        plan = torch.exp((f[:, None] + g[None, :] - cost) / self.epsilon) * a[:, None] * b[None, :]
        return (plan * cost).sum(), (plan.sum(1) - a).abs().sum()
