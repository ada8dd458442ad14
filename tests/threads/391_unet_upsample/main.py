import logging

import torch

from pipeline import Pipeline, SamplerConfig
from unet import UNet


def main():
    logging.basicConfig(level=logging.WARNING)
    torch.manual_seed(0)
    unet = UNet().eval()
    pipe = Pipeline(torch.compile(unet, backend="eager"), SamplerConfig())
    for seed in range(2):
        latents = pipe(torch.Generator().manual_seed(seed), batch=2)
        print(f"seed {seed} mean {latents.mean():.5f} std {latents.std():.5f}")


if __name__ == "__main__":
    main()
