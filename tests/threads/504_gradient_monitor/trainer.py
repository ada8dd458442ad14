import torch
import torch.nn.functional as F

from monitor import GradientMonitor


def toy_batch(rng, n=32):
    x = torch.randn(n, 6, generator=rng)
    return x, torch.sin(x[:, 0]) + 0.5 * x[:, 1] * x[:, 2]


class Trainer:
    def __init__(self, model, lr=1e-2):
        self.model = model
        self.monitor = GradientMonitor()
        for i, block in enumerate(model.blocks):
            self.monitor.watch(f"block{i}", block.value)
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
        self.forward = torch.compile(model, backend="aot_eager")

    def step(self, x, y):
        loss = F.mse_loss(self.forward(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss.detach())

    def fit(self, steps, seed):
        rng = torch.Generator().manual_seed(seed)
        return [self.step(*toy_batch(rng)) for _ in range(steps)]
