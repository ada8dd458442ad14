import torch


class FlowMatchSchedule:
    def __init__(self, steps=1000, shift=3.0):
        sigmas = torch.linspace(1.0, 1.0 / steps, steps)
        self.sigmas = shift * sigmas / (1 + (shift - 1) * sigmas)
        self.timesteps = self.sigmas * steps
        self.steps = steps

    def sample(self, batch, generator):
        u = torch.sigmoid(torch.randn(batch, generator=generator))
        return self.timesteps[(u * self.steps).long()]

    def index_for_timestep(self, timestep):
        indices = (self.timesteps == timestep).nonzero()
        pos = 1 if len(indices) > 1 else 0
        return indices[pos].item()

    def sigma_at(self, timesteps, ndim):
        steps = [self.index_for_timestep(t) for t in timesteps]
        sigma = self.sigmas[steps].flatten()
        return sigma.reshape(-1, *([1] * (ndim - 1)))

    def scale_noise(self, sample, timesteps, noise):
        sigma = self.sigma_at(timesteps, sample.ndim)
        return sigma * noise + (1.0 - sigma) * sample
