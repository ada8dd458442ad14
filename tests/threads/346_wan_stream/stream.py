import torch


class StreamSession:
    """Decodes a clip latent frame by latent frame and keeps the running state."""

    def __init__(self, decoder, compiled, latent_hw):
        self.convs = decoder.convs()
        self.compiled = compiled
        self.latent_hw = latent_hw
        self.count = 0
        self.reset()

    def reset(self):
        self.feats = [None] * len(self.convs)
        self.count = 0

    @torch.no_grad()
    def push(self, latent):
        if tuple(latent.shape[-2:]) != self.latent_hw:
            raise ValueError(f"expected latents of {self.latent_hw}")
        frames, self.feats = self.compiled(latent, self.feats)
        self.count += frames.shape[2]
        return frames


def to_uint8(frames):
    return ((frames + 1) * 127.5).round().to(torch.uint8)
