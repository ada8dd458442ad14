import torch.nn as nn
import torch.nn.functional as F

from source import NoiseSource
from transforms import normalize, random_flip, random_gain


class Augment(nn.Module):
    def __init__(self, seed, low=0.8, high=1.2, chance=0.5):
        super().__init__()
        self.low, self.high, self.chance = low, high, chance
        self.source = NoiseSource(seed)

    def forward(self, images):
        self.source.restart()
        images = random_gain(images, self.low, self.high, self.source)
        images = random_flip(images, self.chance, self.source)
        return normalize(images)


class Learner(nn.Module):
    def __init__(self, classes, seed):
        super().__init__()
        self.augment = Augment(seed)
        self.stem = nn.Conv2d(1, 8, 3, padding=1)
        self.head = nn.Linear(8, classes)

    def forward(self, images):
        features = F.relu(self.stem(images)).mean(dim=(2, 3))
        return self.head(features)

    def training_loss(self, images, labels):
        logits = self(self.augment(images))
        return F.cross_entropy(logits, labels)
