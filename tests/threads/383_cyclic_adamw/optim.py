import torch


class FlatAdamW:
    """AdamW over one flat parameter vector, with decoupled weight decay."""

    def __init__(self, flat, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, compiled=True):
        self.flat = flat
        self.group = {
            "lr": torch.tensor(lr),
            "beta1": betas[0],
            "beta2": betas[1],
            "eps": eps,
            "weight_decay": weight_decay,
        }
        self.exp_avg = torch.zeros_like(flat)
        self.exp_avg_sq = torch.zeros_like(flat)
        self.count = torch.zeros((), dtype=torch.float64)
        self._update = torch.compile(self._apply, backend="eager") if compiled else self._apply

    def _moments(self, grad):
        b1, b2 = self.group["beta1"], self.group["beta2"]
        self.exp_avg.mul_(b1).add_(grad * (1 - b1))
        self.exp_avg_sq.mul_(b2).add_(grad.square() * (1 - b2))
        first = self.exp_avg / (1 - b1**self.count)
        second = self.exp_avg_sq / (1 - b2**self.count)
        return first, second

    def _apply(self, grad):
        self.count.add_(1)
        first, second = self._moments(grad)
        lr = self.group["lr"]
        self.flat.mul_(1 - lr * self.group["weight_decay"])
        self.flat.sub_(lr * first / (second.sqrt() + self.group["eps"]))

    @torch.no_grad()
    def step(self, grad):
        self._update(grad)
