"""Pinball loss, plain Adam, moving average of the losses."""
import torch


def pinball(q, y, levels):
    e = y[..., None] - q
    return torch.maximum(levels * e, (levels - 1) * e).mean()


class Trainer:
    def __init__(self, model, lr, backend):
        self.model = model
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)
        self.losses = []
        model.compile(backend=backend)

    def step(self, batch):
        q = self.model(batch["x"], batch["mask"])
        loss = pinball(q, batch["y"], self.model.levels)
        self.opt.zero_grad(set_to_none=True)
        loss.backward()
        self.opt.step()
        self.losses.append(loss.detach())
        return q.detach()

    def fit(self, loader, epochs):
        for _ in range(epochs):
            for batch in loader:
                q = self.step(batch)
        return q

    def mean_loss(self, last):
        return torch.stack(self.losses[-last:]).mean().item()
