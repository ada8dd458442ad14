import torch


class EulerSampler:
    def __init__(self, denoiser, levels):
        self.denoiser = denoiser
        self.levels = levels
        self.upcoming = None
        self.step = torch.compile(self._step, backend="aot_eager", fullgraph=True)

    def begin(self, shape, gen):
        self.upcoming = iter(self.levels.pairs())
        return torch.randn(shape, generator=gen) * self.levels.sigmas[0]

    def _step(self, sample):
        sigma, lower = next(self.upcoming)
        clean = self.denoiser(sample, sigma)
        slope = (sample - clean) / sigma
        return sample + slope * (lower - sigma)

    @torch.no_grad()
    def sample(self, shape, gen):
        sample = self.begin(shape, gen)
        for _ in range(len(self.levels)):
            sample = self.step(sample)
        return sample
