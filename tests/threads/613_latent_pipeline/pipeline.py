import torch


class LatentPipeline:
    def __init__(self, transformer, scheduler, guidance=4.0):
        self.transformer = transformer
        self.scheduler = scheduler
        self.guidance = guidance

    def prepare_latents(self, count, tokens, channels, seed):
        generator = torch.Generator().manual_seed(seed)
        return torch.randn(count, tokens, channels, generator=generator)

    def predict(self, latents, timestep, prompt, negative):
        wanted = self.transformer(latents, timestep, prompt)
        unwanted = self.transformer(latents, timestep, negative)
        return unwanted + self.guidance * (wanted - unwanted)

    def denoise(self, latents, prompt, negative):
        for timestep in self.scheduler.timesteps:
            velocity = self.predict(latents, timestep, prompt, negative)
            latents = self.scheduler.step(velocity, timestep, latents)
        return latents

    @torch.no_grad()
    def __call__(self, prompt, negative, steps, seed):
        latents = self.prepare_latents(prompt.shape[0], 16, 4, seed)
        self.scheduler.set_timesteps(steps)
        latents = self.denoise(latents, prompt, negative)
        return latents.clamp(-3, 3) / 3
