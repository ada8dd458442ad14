import torch
import torch.nn.functional as F

from leaves import leaf


class Attack:
    """One step along the sign of the gradient."""

    def __init__(self, model, radius):
        self.model, self.radius = model, radius
        self.loss = torch.compile(self.objective, backend="aot_eager", fullgraph=True)

    def objective(self, x, y):
        x = leaf(x)
        return F.cross_entropy(self.model(x), y)

    def perturb(self, x, y):
        start = (x + self.radius * (torch.rand_like(x) - 0.5)).clamp(0, 1)
        grad, = torch.autograd.grad(self.loss(start, y), start)
        return (start.detach() + self.radius * grad.sign()).clamp(0, 1)
