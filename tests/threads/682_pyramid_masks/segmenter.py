import torch
import torch.nn as nn
import torch.nn.functional as F

from decoder import DecoderLayer
from pyramid import FeaturePyramid, flatten_levels


class Segmenter(nn.Module):
    def __init__(self, dim=16, levels=2, queries=4, depth=2):
        super().__init__()
        self.pyramid = FeaturePyramid(dim, levels)
        self.queries = nn.Parameter(torch.randn(queries, dim))
        self.layers = nn.ModuleList(DecoderLayer(dim, levels) for _ in range(depth))

    def forward(self, image):
        fine, maps = self.pyramid(image)
        tokens, spatial_shapes = flatten_levels(maps)
        q = self.queries.expand(image.shape[0], -1, -1)
        for layer in self.layers:
            q = layer(q, tokens, spatial_shapes)
        return torch.einsum("bqd,bdhw->bqhw", q, fine)


def mask_loss(logits, target):
    prob = logits.sigmoid()
    inter = (prob * target).sum((-1, -2))
    dice = 1 - (2 * inter + 1) / (prob.sum((-1, -2)) + target.sum((-1, -2)) + 1)
    return F.binary_cross_entropy_with_logits(logits, target) + dice.mean()


def mean_iou(logits, target):
    hit = (logits > 0) & (target > 0)
    union = (logits > 0) | (target > 0)
    return (hit.sum().float() / union.sum().clamp(min=1)).item()
