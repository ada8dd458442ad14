import logging
from dataclasses import dataclass

import torch

logger = logging.getLogger("pipeline")


@dataclass
class SamplerConfig:
    steps: int = 4
    height: int = 20
    width: int = 28
    guidance: float = 0.7


class Pipeline:
    def __init__(self, unet, cfg: SamplerConfig):
        self.unet, self.cfg = unet, cfg
        self.betas = torch.linspace(1e-3, 0.2, cfg.steps)
        self.alphas = torch.cumprod(1 - self.betas, 0)

    @torch.no_grad()
    def __call__(self, generator, batch=1):
        x = torch.randn(batch, 4, self.cfg.height, self.cfg.width, generator=generator)
        logger.info("sampling %d latents of %dx%d", batch, self.cfg.height, self.cfg.width)
        for i in reversed(range(self.cfg.steps)):
            t = torch.full((batch,), float(i))
            eps = self.cfg.guidance * self.unet(x, t)
            a = self.alphas[i]
            x0 = (x - (1 - a).sqrt() * eps) / a.sqrt()
            prev = self.alphas[i - 1] if i else torch.tensor(1.0)
            x = prev.sqrt() * x0 + (1 - prev).sqrt() * eps
        return x
