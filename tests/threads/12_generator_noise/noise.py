import torch


class NoiseSource:
    def __init__(self, seed):
        self.seed = seed
        self.generator = torch.Generator()

    def like(self, x):
        self.generator.manual_seed(self.seed)
        return torch.randn(x.shape, generator=self.generator, dtype=x.dtype)
