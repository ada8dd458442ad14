"""Crops drawn for each batch, within a compiled augmentation (kornia#4658)."""
import random

import torch
import torch.nn as nn

from augment import Pipeline
from crops import RandomCrop
from tones import Contrast


class Classifier(nn.Module):
    def __init__(self, size, classes=3):
        super().__init__()
        self.conv = nn.Conv2d(3, 6, 3, padding=1)
        self.head = nn.Linear(6 * size * size, classes)

    def forward(self, x):
        return self.head(torch.relu(self.conv(x)).flatten(1))


@torch.compile(backend="eager")
def smoothed_loss(logits, y):
    return nn.functional.cross_entropy(logits, y, label_smoothing=0.1)


def main():
    torch.manual_seed(0)
    random.seed(1)
    model = Classifier(size=4)
    net = torch.compile(model, backend="eager")
    augment = Pipeline([RandomCrop(8, 4), Contrast(0.2)])
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    y = torch.arange(6) % 3
    for _ in range(5):
        x = augment(torch.rand(6, 3, 8, 8))
        loss = smoothed_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
