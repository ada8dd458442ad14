"""Photographs of which some are turned before they are batched (pytorch#129798)."""
import torch
import torch.nn as nn

from dataset import Photos
from transforms import Compose, Normalize, Upright


@torch.compile(backend="eager")
def brightness(images):
    return images.mean((1, 2, 3))


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 2, 1))
    compiled = torch.compile(net, backend="eager")
    photos = Photos(5, size=6, transform=Compose([Upright(), Normalize(0.5, 0.5)]))
    total = 0.0
    with torch.no_grad():
        for image in photos:
            total += compiled(image).square().mean().item()
            total += brightness(image.contiguous()).sum().item()
    print(f"{total:.4f}")


if __name__ == "__main__":
    main()
