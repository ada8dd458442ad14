import torch

from rectify import rectification


class Ranger:
    """RAdam with a lookahead copy of the weights."""

    def __init__(self, params, lr=0.05, betas=(0.9, 0.99), eps=1e-6, every=4, pull=0.5, backend="aot_eager"):
        self.params = [p for p in params if p.requires_grad]
        self.lr, self.betas, self.eps = lr, betas, eps
        self.every, self.pull = every, pull
        self.clock = 0
        self.first = [torch.zeros_like(p) for p in self.params]
        self.second = [torch.zeros_like(p) for p in self.params]
        self.slow = [p.detach().clone() for p in self.params]
        self._update = torch.compile(self._apply, backend=backend)

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def _apply(self, grads, step):
        beta1, beta2 = self.betas
        factor, adaptive = rectification(step, beta1, beta2)
        for p, g, m, v in zip(self.params, grads, self.first, self.second):
            m.mul_(beta1).add_(g, alpha=1 - beta1)
            v.mul_(beta2).addcmul_(g, g, value=1 - beta2)
            direction = m / (v.sqrt() + self.eps) if adaptive else m
            p.sub_(direction * (self.lr * factor))
        if step % self.every == 0:
            self.sync()

    @torch.no_grad()
    def step(self):
        self.clock += 1
        self._update([p.grad for p in self.params], self.clock)

    def sync(self):
        for p, s in zip(self.params, self.slow):
            s.lerp_(p, self.pull)
            p.copy_(s)
