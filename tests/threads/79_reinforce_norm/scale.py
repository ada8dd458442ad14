import torch


class RunningScale:
    """Exponential mean and variance of the returns."""

    def __init__(self, momentum, eps=1e-5):
        self.momentum = momentum
        self.eps = eps
        self.mean, self.var = 0.0, 1.0

    def _mix(self, old, new):
        return self.momentum * old + (1 - self.momentum) * new

    def update(self, returns):
        self.mean = self._mix(self.mean, returns.mean().item())
        self.var = self._mix(self.var, returns.var(unbiased=False).item())

    def apply(self, returns):
        return (returns - self.mean) / (self.var + self.eps) ** 0.5


def discounted(rewards, gamma):
    out = torch.zeros_like(rewards)
    acc = torch.zeros_like(rewards[0])
    for i in reversed(range(rewards.shape[0])):
        acc = rewards[i] + gamma * acc
        out[i] = acc
    return out
