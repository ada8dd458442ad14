import torch
from torch import nn

from memory import MaskEncoder, MemoryConfig, MemoryReader


class FrameEncoder(nn.Module):
    def __init__(self, channels, patch=4):
        super().__init__()
        self.proj = nn.Conv2d(1, channels, patch, stride=patch)

    def forward(self, frame):
        return self.proj(frame).flatten(2).transpose(1, 2).relu()


class Tracker:
    def __init__(self, cfg=None, amp_dtype=torch.bfloat16, grid=8):
        self.cfg = cfg or MemoryConfig()
        self.amp_dtype = amp_dtype
        self.grid = grid
        self.frames = FrameEncoder(self.cfg.channels)
        self.masks = MaskEncoder(self.cfg.channels)
        self.reader = MemoryReader(self.cfg)
        self.head = nn.Linear(self.cfg.channels, 1)
        self.reader.compile(backend="eager")
        self.memory = None

    def start(self, frame, mask):
        self.memory = self.masks(frame, mask)

    def track(self, frame):
        with torch.autocast("cpu", dtype=self.amp_dtype):
            feats = self.frames(frame)
            read, self.memory = self.reader(feats, self.memory)
            logits = self.head(read)
        return logits.float().view(-1, self.grid, self.grid)
