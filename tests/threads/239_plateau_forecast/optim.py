import torch


class MomentumSGD:
    """SGD with heavy-ball momentum, with the update of all parameters compiled."""

    def __init__(self, params, lr, momentum=0.9, weight_decay=0.0, backend="eager"):
        self.groups = [
            {
                "params": list(params),
                "lr": torch.tensor(lr),
                "momentum": momentum,
                "weight_decay": weight_decay,
            }
        ]
        self.buffers = [[torch.zeros_like(p) for p in g["params"]] for g in self.groups]
        self._update = torch.compile(self._apply, backend=backend)

    @staticmethod
    def _apply(params, grads, buffers, lr, momentum, weight_decay):
        for p, g, b in zip(params, grads, buffers):
            if weight_decay:
                g = g + weight_decay * p
            b.mul_(momentum).add_(g)
            p.sub_(lr * b)

    @torch.no_grad()
    def step(self):
        for group, bufs in zip(self.groups, self.buffers):
            grads = [p.grad for p in group["params"]]
            self._update(
                group["params"], grads, bufs, group["lr"], group["momentum"], group["weight_decay"]
            )

    def zero_grad(self):
        for group in self.groups:
            for p in group["params"]:
                p.grad = None
