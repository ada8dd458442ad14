import torch


class NoiseSource:
    def __init__(self, seed):
        self.seed = seed
        self.generator = torch.Generator().manual_seed(seed)

    def uniform(self, *shape):
        return torch.rand(shape, generator=self.generator)

    def restart(self):
        self.generator.manual_seed(self.seed)

    def __repr__(self):
        return "NoiseSource(%d)" % self.generator.initial_seed()
