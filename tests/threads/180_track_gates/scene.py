import torch


class RadarScene:
    """Targets on straight lines; each scan gives one noisy plot per target, sometimes far off."""

    def __init__(self, targets, seed, noise):
        self.gen = torch.Generator().manual_seed(seed)
        self.noise = noise
        self.pos = torch.randn(targets, 2, generator=self.gen) * 5
        self.vel = torch.randn(targets, 2, generator=self.gen) * 0.4

    def _measure(self):
        err = torch.randn(self.pos.shape, generator=self.gen) * self.noise
        wild = torch.rand(self.pos.shape[0], 1, generator=self.gen) < 0.1
        return self.pos + torch.where(wild, err * 20, err)

    def first_plots(self):
        return list(self.pos + torch.randn(self.pos.shape, generator=self.gen) * self.noise)

    def scan(self):
        self.pos = self.pos + self.vel
        return list(self._measure()), self.pos.clone()
