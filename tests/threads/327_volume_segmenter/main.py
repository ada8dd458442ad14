from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F

from pipeline import HardExamples, NormaliseIntensity, collate
from volumes import PhantomDataset


@dataclass
class Config:
    side: int = 12
    batch: int = 2
    lr: float = 0.05


class TinyUNet(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.down = nn.Conv3d(1, width, 3, padding=1)
        self.mid = nn.Conv3d(width, width, 3, padding=1)
        self.head = nn.Conv3d(2 * width, 1, 1)

    def forward(self, x):
        a = F.relu(self.down(x))
        b = F.relu(self.mid(F.max_pool3d(a, 2)))
        return self.head(torch.cat([a, F.interpolate(b, scale_factor=2.0)], dim=1))


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = TinyUNet()
        self.model = torch.compile(self.net, backend="eager")
        self.optim = torch.optim.SGD(self.net.parameters(), lr=cfg.lr)
        self.steps = [NormaliseIntensity()]
        self.hard = HardExamples()

    def step(self, images, labels):
        p = self.model(images).sigmoid()
        loss = 1 - 2 * (p * labels).sum() / (p.sum() + labels.sum())
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        return loss.item()

    def epoch(self, data):
        total = 0.0
        for i in range(0, len(data), self.cfg.batch):
            images, labels = collate([data[j] for j in range(i, i + self.cfg.batch)], self.steps)
            loss = self.step(images, labels)
            self.hard.offer(loss, images, labels)
            total += loss
        return total, self.step(*self.hard.replay())


if __name__ == "__main__":
    torch.manual_seed(0)
    trainer = Trainer(Config())
    print("voxel mm3", PhantomDataset(1, trainer.cfg.side)[0][0].voxel_volume())
    for n in range(3):
        print("epoch %d loss %.6f replayed %.6f" % (n, *trainer.epoch(PhantomDataset(4, 12, seed=n))))
