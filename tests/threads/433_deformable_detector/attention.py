import torch
from torch import nn
from torch.nn import functional as F


def sample_levels(value, spatial_shapes, locations, weights):
    batch, _, dim = value.shape
    per_level = value.split([h.item() * w.item() for h, w in spatial_shapes], dim=1)
    grids = 2 * locations - 1
    out = 0
    for level, ((h, w), chunk) in enumerate(zip(spatial_shapes, per_level)):
        fmap = chunk.transpose(1, 2).reshape(batch, dim, h, w)
        sampled = F.grid_sample(fmap, grids[:, :, level], align_corners=False)
        out = out + (sampled * weights[:, None, :, level]).sum(-1)
    return out.transpose(1, 2)


class DeformableAttention(nn.Module):
    def __init__(self, dim, levels, points):
        super().__init__()
        self.levels, self.points = levels, points
        self.value = nn.Linear(dim, dim)
        self.offsets = nn.Linear(dim, levels * points * 2)
        self.weights = nn.Linear(dim, levels * points)
        self.out = nn.Linear(dim, dim)

    def forward(self, queries, reference, memory, spatial_shapes):
        b, n, _ = queries.shape
        offsets = self.offsets(queries).view(b, n, self.levels, self.points, 2)
        locations = reference[:, :, None, None] + 0.1 * torch.tanh(offsets)
        weights = self.weights(queries).softmax(-1).view(b, n, self.levels, self.points)
        sampled = sample_levels(self.value(memory), spatial_shapes, locations, weights)
        return queries + self.out(sampled)
