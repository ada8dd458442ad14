import torch


class Compose:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, x):
        for step in self.steps:
            x = step(x)
        return x


class RandomTurn:
    """Turns a batch by a quarter, every now and then."""

    def __init__(self, seed, p=0.5):
        self.g = torch.Generator().manual_seed(seed)
        self.p = p
        self.turned = 0

    def __call__(self, x):
        if torch.rand((), generator=self.g) < self.p:
            self.turned += 1
            return x.transpose(-2, -1).flip(-1)
        return x


class Jitter:
    def __init__(self, amount, seed):
        self.amount = amount
        self.g = torch.Generator().manual_seed(seed)

    def __call__(self, x):
        gain = 1 + self.amount * (torch.rand(x.shape[0], 1, 1, 1, generator=self.g) - 0.5)
        return (x * gain).clamp(0, 1.5)


class Normalize:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, x):
        x = x.permute(0, 2, 3, 1)
        return ((x - self.mean) / self.std).permute(0, 3, 1, 2).sub_(0.0)
