import torch
from torch.optim import Optimizer


class Lion(Optimizer):
    """Sign momentum optimizer with decoupled weight decay."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0):
        lr = torch.as_tensor(lr, dtype=torch.float64)
        defaults = dict(lr=lr, betas=tuple(betas), weight_decay=weight_decay)
        super().__init__(params, defaults)
        for group in self.param_groups:
            group["lr"] = group["lr"].clone()
            for p in group["params"]:
                self.state[p]["exp_avg"] = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            lr, decay = group["lr"], group["weight_decay"]
            for p in group["params"]:
                exp_avg = self.state[p]["exp_avg"]
                direction = exp_avg.mul(beta1).add(p.grad, alpha=1 - beta1)
                p.mul_(1 - lr * decay)
                p.sub_(torch.tanh(direction * 50.0) * lr)
                exp_avg.mul_(beta2).add_(p.grad * (1 - beta2))
