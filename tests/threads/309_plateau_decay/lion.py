import torch


class Lion:
    """Sign-momentum optimiser with decoupled weight decay."""

    def __init__(self, groups, lr, betas=(0.9, 0.98)):
        self.betas = betas
        self.param_groups = []
        for group in groups:
            params = list(group["params"])
            state = [torch.zeros_like(p) for p in params]
            self.param_groups.append({**group, "params": params, "state": state, "lr": torch.tensor(lr)})

    @torch.no_grad()
    def step(self):
        b1, b2 = self.betas
        for group in self.param_groups:
            lr, decay = group["lr"], group.get("weight_decay", 0.0)
            for p, m in zip(group["params"], group["state"]):
                direction = torch.sign(b1 * m + (1.0 - b1) * p.grad)
                p.copy_(p - lr * (direction + decay * p))
                m.mul_(b2).add_(p.grad, alpha=1.0 - b2)
