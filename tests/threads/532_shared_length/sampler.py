import torch


class UniformSampler:
    """Maps uniform numbers in [0, 1) to stored slots."""

    def slots(self, storage, u):
        return (u * storage.length).long()


class RecencySampler(UniformSampler):
    """Prefers the slots that were written last."""

    def __init__(self, power=0.5):
        self.power = power

    def slots(self, storage, u):
        return super().slots(storage, u.pow(self.power))


def draw(count, generator):
    return torch.rand(count, generator=generator)
