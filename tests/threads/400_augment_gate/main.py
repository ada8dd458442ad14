from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from ops import BoxBlur, Brightness, HorizontalFlip, Normalize


@dataclass
class Config:
    batch: int = 8
    size: int = 16
    classes: int = 5
    steps: int = 6
    lr: float = 0.05
    blur_batches: float = 0.5


def build(cfg):
    augment = nn.Sequential(
        HorizontalFlip(p=0.5),
        Brightness(p=0.8),
        BoxBlur(p=0.9, p_batch=cfg.blur_batches),
        Normalize((0.5, 0.5, 0.5), (0.25, 0.25, 0.25)),
    )
    net = nn.Sequential(
        nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.ReLU(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, cfg.classes),
    )
    return nn.Sequential(augment, net)


def main():
    cfg = Config()
    torch.manual_seed(3)
    model = build(cfg)
    images = torch.rand(cfg.steps, cfg.batch, 3, cfg.size, cfg.size)
    labels = torch.randint(cfg.classes, (cfg.steps, cfg.batch))
    opt = torch.optim.SGD(model.parameters(), lr=cfg.lr)
    forward = torch.compile(model, backend="eager")
    for step in range(cfg.steps):
        loss = F.cross_entropy(forward(images[step]), labels[step])
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.detach():.6f}")


if __name__ == "__main__":
    main()
