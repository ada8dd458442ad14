import torch


def adamw_update(param, grad, step, avg, avg_sq, lr, beta1, beta2, decay, eps):
    avg.lerp_(grad, 1 - beta1)
    avg_sq.lerp_(grad.square(), 1 - beta2)
    mean = avg / (1 - beta1**step)
    var = avg_sq / (1 - beta2**step)
    param.mul_(1 - lr * decay)
    param.sub_(lr * mean / (var.sqrt() + eps))


class SmallAdamW(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), decay=0.01, eps=1e-8):
        super().__init__(params, dict(lr=lr, betas=betas, decay=decay, eps=eps))
        self.update = torch.compile(adamw_update, backend="inductor", fullgraph=True, dynamic=False)

    def _state(self, param):
        state = self.state[param]
        if not state:
            state["step"] = torch.zeros(())
            state["avg"] = torch.zeros_like(param)
            state["avg_sq"] = torch.zeros_like(param)
        return state

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is None:
                    continue
                state = self._state(param)
                state["step"] += 1
                self.update(
                    param, param.grad, state["step"], state["avg"], state["avg_sq"],
                    group["lr"], *group["betas"], group["decay"], group["eps"],
                )
