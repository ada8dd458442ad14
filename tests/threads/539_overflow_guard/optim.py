import torch


class MomentumSGD:
    def __init__(self, params, lr=0.05, momentum=0.9):
        self.params = list(params)
        self.lr = lr
        self.momentum = momentum
        self.buffers = [torch.zeros_like(p) for p in self.params]

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    def clip(self, grads, limit):
        norm = torch.stack([g.norm() for g in grads]).norm()
        factor = (limit / (norm + 1e-6)).clamp(max=1.0)
        return [g * factor for g in grads]

    def apply(self, grads):
        for p, buf, g in zip(self.params, self.buffers, grads):
            buf.mul_(self.momentum).add_(g)
            p.sub_(buf * self.lr)
