import torch


def apply_update(params, grads, moments, lr, eps):
    for param, grad, moment in zip(params, grads, moments):
        moment.add_(grad.square().mean(dim=-1, keepdim=True) if grad.dim() > 1 else grad.square())
        param.add_(grad / (moment.sqrt() + eps), alpha=-lr)


class RowwiseAdagrad:
    def __init__(self, params, schedule, eps=1e-6, backend="inductor"):
        self.params = list(params)
        self.schedule = schedule
        self.eps = eps
        self.moments = [
            torch.zeros(p.shape[0], 1) if p.dim() > 1 else torch.zeros_like(p) for p in self.params
        ]
        self.update = torch.compile(apply_update, backend=backend)

    def zero_grad(self):
        for param in self.params:
            param.grad = None

    @torch.no_grad()
    def step(self):
        grads = [p.grad for p in self.params]
        self.update(self.params, grads, self.moments, self.schedule.current(), self.eps)
        self.schedule.advance()
