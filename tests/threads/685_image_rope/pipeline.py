import torch


class FlowPipeline:
    def __init__(self, transformer, channels, height, width):
        self.transformer = transformer
        self.channels = channels
        self.tokens = height * width

    def prepare_mask(self, text):
        flags = [0] * text.shape[1] + [1] * self.tokens
        image_mask = torch.tensor(flags, dtype=torch.bool)
        return image_mask

    @torch.no_grad()
    def __call__(self, text, steps, generator):
        latents = torch.randn(text.shape[0], self.tokens, self.channels, generator=generator)
        image_mask = self.prepare_mask(text)
        times = torch.linspace(1, 0, steps + 1)
        for now, after in zip(times[:-1], times[1:]):
            t = now.expand(text.shape[0], 1, 1)
            velocity = self.transformer(latents, text, t, image_mask)
            latents = latents + (after - now) * velocity
        return latents
