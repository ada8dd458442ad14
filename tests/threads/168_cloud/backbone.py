import torch
from torch import nn

from features import cell_offset, local_frame


class PointNet(nn.Module):
    def __init__(self, k, width):
        super().__init__()
        self.k = k
        self.local = nn.Sequential(nn.Linear(6, width), nn.GELU(), nn.Linear(width, width))
        self.head = nn.Linear(width, 1)

    def forward(self, points):
        rel = local_frame(points, self.k)
        own = cell_offset(points)[:, None].expand(-1, self.k, -1)
        h = self.local(torch.cat([rel, own], -1)).amax(1)
        return self.head(h).squeeze(-1).sigmoid()
