import torch
from torch.optim import Optimizer


class CautiousAdamW(Optimizer):
    """AdamW that masks updates whose sign disagrees with the gradient."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.0,
                 cautious=True, compile_step=False):
        defaults = dict(betas=betas, eps=eps, weight_decay=weight_decay, cautious=cautious)
        super().__init__(params, defaults)
        self.lr = torch.tensor(lr)
        self._update = self.step_parameter
        if compile_step:
            self._update = torch.compile(self.step_parameter, backend="eager")

    def set_lr(self, value):
        self.lr.fill_(value)

    def init_state(self, p):
        state = self.state[p]
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)
        state["step"] = 0

    @torch.no_grad()
    def step_parameter(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        state["step"] += 1
        m, v = state["exp_avg"], state["exp_avg_sq"]
        m.lerp_(grad, 1 - beta1)
        v.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        c1 = 1 - beta1 ** state["step"]
        c2 = 1 - beta2 ** state["step"]
        update = (m / c1) / ((v / c2).sqrt() + group["eps"])
        if group["cautious"]:
            mask = (update * grad > 0).to(grad.dtype)
            update = update * mask / mask.mean().clamp(min=1e-3)
        p.mul_(1 - self.lr * group["weight_decay"])
        p.sub_(self.lr * update)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if not self.state[p]:
                    self.init_state(p)
                self._update(p, p.grad, self.state[p], group)
