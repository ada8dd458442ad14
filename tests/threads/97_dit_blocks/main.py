"""Sample a few latents from a toy diffusion transformer, one compiled block at a time."""
import torch

from model import DiT, DiTConfig
from sampler import EulerSampler


def compile_blocks(model):
    for block in model.blocks:
        block.compile(backend="eager", fullgraph=True)
    return model


def main():
    torch.manual_seed(0)
    cfg = DiTConfig(width=32, heads=4, depth=6)
    model = compile_blocks(DiT(cfg).eval())
    sampler = EulerSampler(model, steps=4)
    with torch.no_grad():
        for seed in range(3):
            g = torch.Generator().manual_seed(seed)
            noise = torch.randn(2, 16, cfg.width, generator=g)
            out = sampler(noise)
            print(f"seed {seed}  mean {out.mean().item():.5f}  std {out.std().item():.5f}")


if __name__ == "__main__":
    main()
