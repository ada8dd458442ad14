import torch


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.0):
        defaults = dict(lr=torch.tensor(lr), betas=betas, weight_decay=weight_decay)
        super().__init__(params, defaults)
        self._update = torch.compile(self._update_group, backend="eager", fullgraph=True)

    @staticmethod
    def _update_group(params, grads, averages, lr, betas, weight_decay):
        beta1, beta2 = betas
        for p, g, avg in zip(params, grads, averages):
            direction = (avg * beta1 + g * (1 - beta1)).sign()
            p.mul_(1 - lr * weight_decay).sub_(direction * lr)
            avg.mul_(beta2).add_(g, alpha=1 - beta2)

    def _average(self, p):
        state = self.state[p]
        if "average" not in state:
            state["average"] = torch.zeros_like(p)
        return state["average"]

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            grads = [p.grad for p in params]
            averages = [self._average(p) for p in params]
            self._update(params, grads, averages, group["lr"], group["betas"], group["weight_decay"])
