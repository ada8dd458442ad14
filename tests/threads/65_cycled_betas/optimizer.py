import torch


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr, betas=(0.9, 0.99)):
        super().__init__(params, dict(lr=lr, betas=betas))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["avg"] = torch.zeros_like(p)
                lion_update(p, p.grad, state["avg"], group["lr"], group["betas"])


@torch.compile(backend="eager")
def lion_update(p, grad, avg, lr, betas):
    beta1, beta2 = betas
    p.sub_(lr * (avg * beta1 + grad * (1 - beta1)).sign())
    avg.mul_(beta2).add_(grad, alpha=1 - beta2)
