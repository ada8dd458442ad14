import torch


class FlowScheduler:
    def __init__(self, steps):
        self.sigmas = torch.linspace(1.0, 0.0, steps + 1)

    def timestep(self, i, batch):
        return self.sigmas[i].repeat(batch)

    def step(self, latents, velocity, i):
        return latents + (self.sigmas[i + 1] - self.sigmas[i]) * velocity


class FlowPipeline:
    def __init__(self, transformer, steps=4, default_guidance=3.5):
        self.transformer = transformer
        self.scheduler = FlowScheduler(steps)
        self.default_guidance = default_guidance

    def _encode_guidance(self, scales, batch):
        if scales is None:
            return torch.tensor([self.default_guidance]).expand(batch)
        return torch.tensor(scales)

    @torch.no_grad()
    def __call__(self, latents, guidance=None):
        batch = latents.shape[0]
        scales = self._encode_guidance(guidance, batch)
        for i in range(len(self.scheduler.sigmas) - 1):
            t = self.scheduler.timestep(i, batch)
            latents = self.scheduler.step(latents, self.transformer(latents, t, scales), i)
        return latents
