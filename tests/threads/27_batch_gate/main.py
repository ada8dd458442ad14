"""Augmentations with a probability for the batch and one for each image (kornia#3793)."""
import torch
import torch.nn as nn

from ops import Brightness, Flip, Invert


class Augment(nn.Module):
    def __init__(self, *ops):
        super().__init__()
        self.ops = nn.ModuleList(ops)

    def forward(self, x, draws):
        for op, draw in zip(self.ops, draws):
            x = op(x, draw)
        return x.clamp(0, 1)


@torch.compile(backend="eager")
def statistics(x):
    return x.mean((0, 2, 3)), x.std((0, 2, 3))


@torch.compile(backend="eager")
def standardize(x, mean, std):
    return (x - mean[:, None, None]) / std[:, None, None]


def main():
    torch.manual_seed(3)
    augment = torch.compile(Augment(Brightness(0.5), Flip(0.6), Invert(0.5)), backend="eager")
    for _ in range(4):
        images = torch.rand(5, 3, 4, 4)
        draws = torch.rand(3, 6)
        x = augment(images, draws)
        mean, std = statistics(x)
        x = standardize(x, mean, std)
        print(f"{mean.sum().item():.4f} {x.abs().sum().item():.3f}")


if __name__ == "__main__":
    main()
