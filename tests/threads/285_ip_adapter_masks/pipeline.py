from dataclasses import dataclass

import torch


@dataclass
class PipelineConfig:
    steps: int = 4
    tokens: int = 16
    dim: int = 32
    guidance: float = 2.0


class Pipeline:
    def __init__(self, unet, config, adapter_scale=0.8):
        self.config = config
        self.adapter_scale = adapter_scale
        self.unet = torch.compile(unet, backend="aot_eager")

    def prepare_kwargs(self, masks):
        kwargs = {"scale": self.adapter_scale}
        if masks is not None:
            kwargs["ip_adapter_masks"] = masks
        return kwargs

    @torch.no_grad()
    def __call__(self, context, masks=None, seed=0):
        cfg = self.config
        gen = torch.Generator().manual_seed(seed)
        latents = torch.randn(1, cfg.tokens, cfg.dim, generator=gen)
        extra = self.prepare_kwargs(masks)
        for t in torch.linspace(1.0, 0.1, cfg.steps):
            noise = self.unet(latents.repeat(2, 1, 1), t.repeat(2), context, extra)
            uncond, cond = noise.chunk(2)
            latents = latents - 0.1 * t * (uncond + cfg.guidance * (cond - uncond))
        return latents
