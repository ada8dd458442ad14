import torch


class CompiledAdam(torch.optim.Optimizer):
    """Adam whose update of a whole group is one compiled function."""

    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.0):
        lr = torch.as_tensor(lr, dtype=torch.float32)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay))
        for group in self.param_groups:
            group["lr"] = group["lr"].clone()
            group["t"] = torch.zeros(())
            for p in group["params"]:
                self.state[p] = {"m": torch.zeros_like(p), "v": torch.zeros_like(p)}
        self.update = torch.compile(update_group, backend="eager")

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            group["t"] += 1
            self.update(
                params,
                [p.grad for p in params],
                [self.state[p]["m"] for p in params],
                [self.state[p]["v"] for p in params],
                group["lr"], group["t"], group["betas"], group["eps"], group["weight_decay"],
            )


def update_group(params, grads, ms, vs, lr, t, betas, eps, weight_decay):
    b1, b2 = betas
    rate = lr * (1 - b2**t).sqrt() / (1 - b1**t)
    for p, g, m, v in zip(params, grads, ms, vs):
        m.lerp_(g, 1 - b1)
        v.mul_(b2).addcmul_(g, g, value=1 - b2)
        p.sub_(lr * weight_decay * p)
        p.sub_(rate * m / (v.sqrt() + eps))
