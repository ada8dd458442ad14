import torch


class TwoViews:
    """Gives two noisy views of the same small signals."""

    def __init__(self, cfg):
        self.gen = torch.Generator().manual_seed(cfg.seed)
        self.base = torch.randn(128, cfg.feat, generator=self.gen)
        self.batch = cfg.batch

    def jitter(self, x):
        return x + 0.1 * torch.randn(x.shape, generator=self.gen)

    def __iter__(self):
        return self

    def __next__(self):
        idx = torch.randint(0, len(self.base), (self.batch,), generator=self.gen)
        x = self.base[idx]
        return self.jitter(x), self.jitter(x)
