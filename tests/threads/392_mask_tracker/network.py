import torch
import torch.nn.functional as F
from torch import nn


class MemoryFuser(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.hidden = nn.Conv2d(2 * width, 2 * width, 3, padding=1)
        self.out = nn.Conv2d(2 * width, width, 1)

    def forward(self, feats, memory):
        return self.out(F.gelu(self.hidden(torch.cat([feats, memory], dim=1))))


class MaskTracker(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, cfg.width, 3, stride=2, padding=1),
            nn.GELU(),
            nn.Conv2d(cfg.width, cfg.width, 3, stride=2, padding=1),
        )
        self.fuser = MemoryFuser(cfg.width)
        self.head = nn.Conv2d(cfg.width, cfg.objects, 1)

    def forward(self, frame, memory):
        memory = self.fuser(self.stem(frame), memory)
        logits = F.interpolate(self.head(memory).float(), size=frame.shape[-2:], mode="bilinear")
        return logits.softmax(1), memory
