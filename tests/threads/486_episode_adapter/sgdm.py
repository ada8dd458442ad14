import torch
from torch.optim import Optimizer


class SignMomentum(Optimizer):
    """Sign of the momentum with decoupled weight decay."""

    def __init__(self, params, lr=1e-2, beta=0.9, weight_decay=0.0):
        super().__init__(params, dict(lr=lr, beta=beta, weight_decay=weight_decay))
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["momentum"] = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                momentum = self.state[p]["momentum"]
                momentum.lerp_(p.grad, 1.0 - group["beta"])
                p.mul_(1.0 - group["lr"] * group["weight_decay"])
                p.add_(momentum.sign(), alpha=-group["lr"])
