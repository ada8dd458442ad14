import torch


class ClickStream:
    def __init__(self, batch, seed):
        self.batch = batch
        self.gen = torch.Generator().manual_seed(seed)
        self.tilt = torch.randn(6, generator=self.gen)

    def draw(self, drift):
        x = torch.randn(self.batch, 6, generator=self.gen)
        truth = torch.sigmoid(x @ self.tilt - 1.0 + drift)
        label = (torch.rand(self.batch, generator=self.gen) < truth).float()
        pred = torch.sigmoid(x @ self.tilt - 1.0)
        weight = 0.5 + torch.rand(self.batch, generator=self.gen)
        return pred, label, weight
