import torch


class Pipeline:
    def __init__(self, unet, scheduler, guidance=2.0):
        self.unet, self.scheduler, self.guidance = unet, scheduler, guidance
        self.denoise = torch.compile(self._denoise, backend="inductor")

    def _denoise(self, latents, context):
        scaled = self.scheduler.scale_model_input(latents)
        cond, free = self.unet(torch.cat((scaled, scaled)), context).chunk(2)
        return self.scheduler.step(free + self.guidance * (cond - free), latents)

    @torch.no_grad()
    def __call__(self, context, steps, generator):
        self.scheduler.set_timesteps(steps)
        latents = torch.randn(len(context), 4, 8, 8, generator=generator)
        latents = latents * self.scheduler.init_noise_sigma
        both = torch.cat((context, torch.zeros_like(context)))
        for _ in range(steps):
            latents = self.denoise(latents, both)
        return latents
