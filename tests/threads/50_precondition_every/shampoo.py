import torch

from schedule import precondition_due


def inverse_root(stat):
    values, vectors = torch.linalg.eigh(stat)
    return vectors * values.clamp(min=1e-6).rsqrt() @ vectors.mT


def update(p, grad, stat, root, lr, step, every):
    stat.mul_(0.9).add_(grad @ grad.mT)
    if precondition_due(step, every):
        root.copy_(inverse_root(stat))
    p.sub_(lr * (root @ grad))


class Shampoo:
    def __init__(self, params, lr, every):
        self.params = list(params)
        self.lr, self.every, self.count = torch.tensor(lr), every, 0
        self.stats = [1e-3 * torch.eye(p.shape[0]) for p in self.params]
        self.roots = [torch.eye(p.shape[0]) for p in self.params]
        self.update_all = torch.compile(self.run, backend="eager")

    def run(self, params, grads, step):
        for p, grad, stat, root in zip(params, grads, self.stats, self.roots):
            update(p, grad, stat, root, self.lr, step, self.every)

    @torch.no_grad()
    def step(self):
        self.update_all(self.params, [p.grad for p in self.params], self.count)
        self.count += 1
