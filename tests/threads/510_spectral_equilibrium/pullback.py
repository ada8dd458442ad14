import torch


class Pullback:
    """Vector-Jacobian products of `output` with respect to `point`."""

    def __init__(self, output, point, reuse=False):
        self.output, self.point, self.reuse = output, point, reuse

    def __call__(self, v):
        return torch.autograd.grad(self.output, self.point, v, retain_graph=self.reuse)[0]


def unit(v):
    return v / v.norm(dim=-1, keepdim=True).clamp(min=1e-8)
