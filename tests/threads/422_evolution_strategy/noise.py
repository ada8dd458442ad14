import torch


class MirroredNoise:
    """Antithetic perturbations; a generation is identified by its seed alone."""

    def __init__(self, population, base_seed):
        if population % 2:
            raise ValueError("population has to be even")
        self.half = population // 2
        self.base_seed = base_seed
        self.generator = torch.Generator()

    def seed(self, generation):
        return self.base_seed + 1000 * generation

    def directions(self, dim, seed):
        self.generator.manual_seed(seed)
        eps = torch.randn(self.half, dim, generator=self.generator)
        return torch.cat([eps, -eps])
