import torch

from clip import ClipRestorer
from network import Denoiser, DenoiserConfig


def synthetic_clip(scenes, length, size, sigma):
    generator = torch.Generator().manual_seed(31)
    ys, xs = torch.meshgrid(torch.linspace(0, 1, size[0]), torch.linspace(0, 1, size[1]), indexing="ij")
    for scene in range(scenes):
        phase = torch.rand(3, 1, 1, generator=generator) * 6.28
        for t in range(length):
            clean = 0.5 + 0.4 * torch.sin(phase + 2.0 * xs + (1 + scene) * ys + 0.05 * t)
            clean = clean if scene % 2 == 0 else 1.6 - clean
            noise = sigma * torch.randn(clean.shape, generator=generator)
            yield clean[None], (clean + noise)[None]


def psnr(a, b):
    return -10.0 * torch.log10(((a - b) ** 2).mean()).item()


def main():
    torch.manual_seed(13)
    size, sigma = (20, 28), 0.1
    restorer = ClipRestorer(Denoiser(DenoiserConfig()).eval(), size)
    for i, (clean, noisy) in enumerate(synthetic_clip(2, 7, size, sigma)):
        out = restorer.restore(noisy, sigma)
        print(f"frame {i:2d} in {psnr(noisy, clean):.4f} out {psnr(out, clean):.4f} mean {out.mean():.5f}")


if __name__ == "__main__":
    main()
