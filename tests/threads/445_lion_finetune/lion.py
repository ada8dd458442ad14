import torch


def as_tensors(group, like):
    """Hyperparameters of a group, in the dtype of its parameters."""
    number = (int, float, torch.Tensor)
    return {k: torch.as_tensor(v, dtype=like.dtype) for k, v in group.items() if isinstance(v, number)}


def lion_update(params, grads, momenta, group):
    beta1, beta2 = group["betas"]
    hyper = as_tensors(group, params[0])
    for p, g, m in zip(params, grads, momenta):
        direction = torch.sign(m * beta1 + g * (1 - beta1))
        p.mul_(1 - hyper["lr"] * hyper["weight_decay"])
        p.sub_(direction * hyper["lr"])
        m.mul_(beta2).add_(g, alpha=1 - beta2)


class Lion(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), weight_decay=0.1, backend="eager"):
        super().__init__(params, dict(lr=torch.tensor(lr), betas=betas, weight_decay=weight_decay))
        self._update = torch.compile(lion_update, backend=backend)

    def _momenta(self, params):
        for p in params:
            if "momentum" not in self.state[p]:
                self.state[p]["momentum"] = torch.zeros_like(p)
        return [self.state[p]["momentum"] for p in params]

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            params = [p for p in group["params"] if p.grad is not None]
            self._update(params, [p.grad for p in params], self._momenta(params), group)
