from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Organ:
    index: int
    name: str
    intensity: float


ORGANS = (
    Organ(0, "background", -0.9),
    Organ(1, "liver", 0.2),
    Organ(2, "spleen", 0.45),
    Organ(3, "kidney", 0.8),
)


def phantom(generator, size=16):
    label = torch.zeros(size, size, size, dtype=torch.long)
    for organ in ORGANS[1:]:
        z, y, x = torch.randint(0, size - 6, (3,), generator=generator).tolist()
        label[z:z + 6, y:y + 6, x:x + 6] = organ.index
    levels = torch.tensor([o.intensity for o in ORGANS])
    image = levels[label] + 0.25 * torch.randn(label.shape, generator=generator)
    return image[None], label


def validation_set(n, seed=0):
    generator = torch.Generator().manual_seed(seed)
    pairs = [phantom(generator) for _ in range(n)]
    return [(torch.stack([a[0], b[0]]), torch.stack([a[1], b[1]])) for a, b in zip(pairs[::2], pairs[1::2])]
