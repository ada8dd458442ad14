import torch
from torch.optim import Optimizer


def lion_update(params, grads, momenta, lr, betas, weight_decay):
    beta1, beta2 = betas
    for p, g, m in zip(params, grads, momenta):
        direction = torch.sign(m * beta1 + g * (1 - beta1))
        p.mul_(1 - lr * weight_decay)
        p.sub_(direction * lr)
        m.mul_(beta2).add_(g, alpha=1 - beta2)


class Lion(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0, backend="eager"):
        defaults = dict(lr=torch.tensor(float(lr)), betas=betas, weight_decay=weight_decay)
        super().__init__(params, defaults)
        self._update = torch.compile(lion_update, backend=backend)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            grads = [p.grad for p in params]
            for p in params:
                self.state[p].setdefault("momentum", torch.zeros_like(p))
            momenta = [self.state[p]["momentum"] for p in params]
            self._update(params, grads, momenta, group["lr"], group["betas"], group["weight_decay"])
