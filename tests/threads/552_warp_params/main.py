import torch
from torch import nn

from augment import Brightness, RandomRotation


def channel_stats(images):
    return [round(v, 4) for v in images.mean(dim=(0, 2, 3)).tolist()]


def make_images(count, size=32):
    ramp = torch.linspace(0, 1, size)
    base = torch.stack([ramp.expand(size, size), ramp.expand(size, size).T, torch.full((size, size), 0.5)])
    return (base + 0.1 * torch.rand(count, 3, size, size)).clamp(0, 1)


def main():
    torch.manual_seed(17)
    pipeline = nn.Sequential(RandomRotation(), Brightness())
    augment = torch.compile(pipeline, backend="aot_eager", fullgraph=True)
    totals = torch.zeros(3)
    for _ in range(4):
        out = augment(make_images(6))
        totals += out.mean(dim=(0, 2, 3))
    print("last batch", channel_stats(out))
    print("mean", [round(v / 4, 4) for v in totals.tolist()])


if __name__ == "__main__":
    main()
