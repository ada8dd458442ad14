import torch


def sigmas(steps):
    return torch.linspace(1.0, 0.0, steps + 1)


class FlowPipeline:
    def __init__(self, transformer, scale=8):
        self.transformer = transformer
        self.denoiser = torch.compile(transformer, backend="eager")
        self.scale = scale

    def prepare_latents(self, height, width, seed):
        gen = torch.Generator().manual_seed(seed)
        return torch.randn(2, 4, height // self.scale, width // self.scale, generator=gen)

    @torch.no_grad()
    def __call__(self, height, width, steps=3, seed=0):
        latents = self.prepare_latents(height, width, seed)
        schedule = sigmas(steps)
        for now, nxt in zip(schedule[:-1], schedule[1:]):
            velocity = self.denoiser(latents, now.expand(2))
            latents = latents + (nxt - now) * velocity
        return latents
