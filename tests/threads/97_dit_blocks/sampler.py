import torch


class EulerSampler:
    """Plain Euler steps along a fixed time grid."""

    def __init__(self, model, steps):
        self.model = model
        self.times = torch.linspace(1.0, 0.0, steps + 1)

    def step(self, x, i):
        t, nxt = self.times[i], self.times[i + 1]
        v = self.model(x, t.expand(x.shape[0], 1))
        return x + (nxt - t) * v

    def __call__(self, x):
        for i in range(len(self.times) - 1):
            x = self.step(x, i)
        return x
