import torch
from torch import nn

from ops import Normalize, RandomBrightness, RandomFlip, RandomNoise


def build():
    return nn.Sequential(
        RandomBrightness(p=0.8),
        RandomNoise(p=0.5, p_batch=0.6),
        RandomFlip(p=0.5, same_on_batch=True),
        Normalize([0.48, 0.46, 0.41], [0.22, 0.22, 0.23]),
    )


def photos(count, batch=6, seed=21):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        yield torch.rand(batch, 3, 16, 16, generator=gen)


def main():
    torch.manual_seed(8)
    augment = torch.compile(build(), backend="eager")
    for i, images in enumerate(photos(5)):
        out = augment(images)
        left = out[..., :8].mean().item()
        print(f"batch {i} mean {out.mean().item():+.5f} std {out.std().item():.5f} left {left:+.5f}")


if __name__ == "__main__":
    main()
