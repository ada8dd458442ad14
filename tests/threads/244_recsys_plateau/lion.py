import torch


class Lion:
    """Sign-momentum updates with decoupled weight decay."""

    def __init__(self, params, lr, betas=(0.9, 0.99), weight_decay=0.0):
        params = list(params)
        self.betas, self.weight_decay = betas, weight_decay
        self.param_groups = [{"params": params, "lr": torch.tensor(lr)}]
        self.moments = {id(p): torch.zeros_like(p) for p in params}
        self._compiled = torch.compile(self._update_group, backend="eager")

    def zero_grad(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.grad = None

    def _update_group(self, group, grads, moments):
        b1, b2 = self.betas
        lr = group["lr"]
        for p, g, m in zip(group["params"], grads, moments):
            if self.weight_decay:
                p.mul_(1.0 - lr * self.weight_decay)
            p.sub_(lr * torch.sign(b1 * m + (1.0 - b1) * g))
            m.lerp_(g, 1.0 - b2)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            grads = [p.grad for p in group["params"]]
            self._compiled(group, grads, [self.moments[id(p)] for p in group["params"]])
