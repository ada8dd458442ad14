"""A sampler that patches the attention of a model anew at each step (KJNodes#446)."""
import torch

from patcher import Patcher
from unet import UNet


@torch.compile(backend="eager")
def euler(x, denoised, sigma, following):
    return x + (x - denoised) / sigma * (following - sigma)


def main():
    torch.manual_seed(0)
    unet = UNet(8)
    unet.compile(backend="eager")
    patcher = Patcher(unet)
    sigmas = torch.linspace(4.0, 0.5, 6)
    x = torch.randn(2, 4, 8) * 4
    with torch.no_grad():
        for step in range(5):
            patcher.before_step(step)
            denoised = unet(x, sigmas[step])
            x = euler(x, denoised, sigmas[step], sigmas[step + 1])
    print(f"{x.norm().item():.4f}")


if __name__ == "__main__":
    main()
