"""AdaBelief, written out by hand; the arithmetic over all parameters is compiled."""
import torch

from moments import Moments


def _update(params, grads, ms, ss, lr, moments):
    c1, c2 = moments.correction()
    for p, g, m, s in zip(params, grads, ms, ss):
        m.mul_(moments.beta1).add_(g, alpha=1 - moments.beta1)
        diff = g - m
        s.mul_(moments.beta2).addcmul_(diff, diff, value=1 - moments.beta2)
        p.sub_(lr * (m / c1) / ((s / c2).sqrt() + moments.eps))


class AdaBelief:
    def __init__(self, params, lr, betas=(0.9, 0.99)):
        self.params = list(params)
        self.moments = Moments(*betas)
        self.ms = [torch.zeros_like(p) for p in self.params]
        self.ss = [torch.zeros_like(p) for p in self.params]
        self.lr = torch.tensor(lr)
        self._update = torch.compile(_update, backend="eager")

    @property
    def step_count(self):
        return int(self.moments.t)

    def set_lr(self, lr):
        self.lr = lr

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        self.moments.advance()
        grads = [p.grad for p in self.params]
        self._update([p.detach() for p in self.params], grads, self.ms, self.ss, self.lr, self.moments)
