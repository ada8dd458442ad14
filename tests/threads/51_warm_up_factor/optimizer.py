import torch

from update import update


class SignMomentum:
    def __init__(self, params, lr, beta=0.9):
        self.params = list(params)
        self.lr, self.beta = lr, beta
        self.momentum = [torch.zeros_like(p) for p in self.params]
        self.update = torch.compile(update, backend="aot_eager", fullgraph=True)

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self, factor):
        grads = [p.grad for p in self.params]
        self.update(self.params, grads, self.momentum, self.lr, self.beta, factor)
