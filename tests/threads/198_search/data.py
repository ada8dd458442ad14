import torch


class Friedman:
    """y = sin(pi x0 x1) + 2 (x2 - .5)^2 + x3 + outliers"""

    def __init__(self, n=400, batch=64, seed=9):
        g = torch.Generator().manual_seed(seed)
        x = torch.rand(n, 6, generator=g)
        y = torch.sin(torch.pi * x[:, 0] * x[:, 1]) + 2 * (x[:, 2] - 0.5) ** 2 + x[:, 3]
        out = torch.rand(n, generator=g) < 0.05
        noisy = y + out * 4 * torch.randn(n, generator=g)
        self.x, self.y = x[:-100], noisy[:-100]
        self.x_val, self.y_val = x[-100:], y[-100:]
        self.batch, self.seed = batch, seed

    def batches(self, steps):
        g = torch.Generator().manual_seed(self.seed + 1)
        for _ in range(steps):
            i = torch.randint(len(self.x), (self.batch,), generator=g)
            yield self.x[i], self.y[i]
