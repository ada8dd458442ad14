import torch


class NoiseSource:
    """Own random stream, so that evaluation does not disturb exploration."""

    def __init__(self, seed):
        self.generator = torch.Generator().manual_seed(seed)

    def normal(self, *shape):
        return torch.randn(*shape, generator=self.generator)

    def state(self):
        return self.generator.get_state()


class SigmaSchedule:
    def __init__(self, start=0.4, stop=0.05, steps=20):
        self.values = torch.linspace(start, stop, steps)

    def at(self, step):
        return self.values[min(step, len(self.values) - 1)]
