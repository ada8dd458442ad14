import torch
from torch import nn


class PixelPolicy(nn.Module):
    def __init__(self, depth: int, actions: int = 2, width: int = 8):
        super().__init__()
        self.encode = nn.Sequential(
            nn.Conv2d(depth, width, 3, stride=2), nn.ReLU(), nn.Conv2d(width, width, 3), nn.ReLU()
        )
        self.mean = nn.LazyLinear(actions)
        self.value = nn.LazyLinear(1)

    def forward(self, frames: list[torch.Tensor]):
        stacked = torch.stack(frames, dim=1)
        motion = frames[-1] - frames[0]
        feat = self.encode(stacked - stacked.mean(dim=(-2, -1), keepdim=True))
        feat = torch.cat([feat.flatten(1), motion.flatten(1)], dim=1)
        return self.mean(feat).tanh(), self.value(feat).squeeze(-1)
