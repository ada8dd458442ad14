import torch


@torch.compile(backend="inductor")
def lion_update(weight, grad, momentum, lr, decay):
    blended = momentum * 0.9 + grad * 0.1
    fresh = weight * (1 - lr * decay) - lr * torch.sign(blended)
    return fresh, momentum * 0.99 + grad * 0.01


class Lion:
    def __init__(self, params, lr=1e-3, decay=0.01):
        self.slots = []
        for p in params:
            self.slots.append((p, torch.zeros_like(p, requires_grad=False)))
        self.lr = torch.tensor(lr)
        self.decay = torch.tensor(decay)

    @torch.no_grad()
    def step(self):
        for p, momentum in self.slots:
            fresh, new_momentum = lion_update(p, p.grad, momentum, self.lr, self.decay)
            p.copy_(fresh)
            momentum.copy_(new_momentum)

    def zero_grad(self):
        for p, _ in self.slots:
            p.grad = None

    def momentum_norm(self):
        return sum(float(m.norm()) for _, m in self.slots)
