import torch

from record import merge, norms


class Sampler:
    def __init__(self, net, schedule):
        self.net, self.schedule = net, schedule
        self.denoise = torch.compile(self._denoise, backend="eager")

    def _denoise(self, x, step, noise):
        eps = self.net(x, step.sigma)
        if step.mode == "ancestral":
            x = x - 0.5 * step.sigma * (1 - step.ratio) * eps + 0.1 * step.sigma * noise
        else:
            x = x - step.sigma * (1 - step.ratio) * eps
        return x, norms(step, x, eps)

    @torch.no_grad()
    def sample(self, n, seed):
        gen = torch.Generator().manual_seed(seed)
        x = torch.randn(n, 2, generator=gen) * self.schedule.sigmas[0]
        record = {}
        for step in self.schedule:
            noise = torch.randn(n, 2, generator=gen)
            x, new = self.denoise(x, step, noise)
            record = merge(record, new)
        return x, record
