import torch


class BestRange:
    """Keeps the best clipping range of every output channel."""

    def __init__(self, weight):
        self.full_low, self.full_high = weight.amin(1), weight.amax(1)
        self.low, self.high = self.full_low.clone(), self.full_high.clone()
        self.error = torch.full_like(self.low, float("inf"))

    def winners(self, error):
        return int((error < self.error).sum())

    def take(self, low, high, error):
        better = error < self.error
        self.low = torch.where(better, low, self.low)
        self.high = torch.where(better, high, self.high)
        self.error = torch.where(better, error, self.error)

    def mean_width(self):
        return (self.high - self.low).mean().item()
