import torch
import torch.nn.functional as F

from transformer import VideoConfig, VideoTransformer


class Runner:
    """Prepares prompts in blocks of a fixed size and runs the denoiser on them."""

    def __init__(self, cfg=None, block=8, scale=1.0):
        self.cfg = cfg or VideoConfig()
        self.block = block
        self.attention_kwargs = {"scale": scale}
        self.model = VideoTransformer(self.cfg).eval()
        self.denoise = torch.compile(self.model, backend="eager")

    def pad_text(self, text):
        missing = -text.shape[1] % self.block
        if missing:
            valid = torch.arange(text.shape[1] + missing) < text.shape[1]
            self.attention_kwargs.update(valid=valid.expand(text.shape[0], -1))
        else:
            self.attention_kwargs.pop("valid", None)
        return F.pad(text, (0, 0, 0, missing))

    @torch.no_grad()
    def sample(self, latents, text, sigmas):
        text = self.pad_text(text)
        for now, after in zip(sigmas[:-1], sigmas[1:]):
            flow = self.denoise(latents, now, text, self.attention_kwargs)
            latents = latents + (after - now) * flow
        return latents
