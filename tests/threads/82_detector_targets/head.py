import torch
import torch.nn as nn


class DenseHead(nn.Module):
    def __init__(self, channels, grid):
        super().__init__()
        self.grid = grid
        self.stem = nn.Sequential(
            nn.Conv2d(3, channels, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(grid),
        )
        self.out = nn.Conv2d(channels, 5, 1)

    def anchors(self, image_size):
        step = 1.0 / self.grid
        mid = torch.arange(self.grid) * step + step / 2
        cy, cx = torch.meshgrid(mid, mid, indexing="ij")
        size = torch.full_like(cx, 1.5 * step)
        return torch.stack([cx, cy, size, size], dim=-1).reshape(-1, 4)

    def forward(self, image):
        maps = self.out(self.stem(image)).flatten(2).transpose(1, 2)[0]
        return maps[:, :4], maps[:, 4]
