import torch
from torch import nn

from blocks import ConvBlock


def make_anchors(feats, strides, offset=0.5):
    points, scales = [], []
    for feat, stride in zip(feats, strides):
        h, w = feat.shape[-2:]
        sx = torch.arange(w, dtype=feat.dtype) + offset
        sy = torch.arange(h, dtype=feat.dtype) + offset
        gy, gx = torch.meshgrid(sy, sx, indexing="ij")
        points.append(torch.stack((gx, gy), -1).view(-1, 2))
        scales.append(torch.full((h * w, 1), float(stride), dtype=feat.dtype))
    return torch.cat(points), torch.cat(scales)


class DetectHead(nn.Module):
    def __init__(self, channels, num_classes, strides):
        super().__init__()
        self.nc = num_classes
        self.strides = strides
        self.box = nn.ModuleList(nn.Sequential(ConvBlock(c, 16), nn.Conv2d(16, 4, 1)) for c in channels)
        self.cls = nn.ModuleList(nn.Sequential(ConvBlock(c, 16), nn.Conv2d(16, num_classes, 1)) for c in channels)
        self.shape = None
        self.anchors = torch.empty(0)
        self.scales = torch.empty(0)

    def forward(self, feats):
        outs = [torch.cat((b(f), c(f)), 1).flatten(2) for f, b, c in zip(feats, self.box, self.cls)]
        return self.decode(torch.cat(outs, 2), feats)

    def decode(self, pred, feats):
        shape = feats[0].shape
        if self.shape != shape:
            self.anchors, self.scales = make_anchors(feats, self.strides)
            self.shape = shape
        box, cls = pred.transpose(1, 2).split((4, self.nc), -1)
        lt, rb = nn.functional.softplus(box).chunk(2, -1)
        xyxy = torch.cat((self.anchors - lt, self.anchors + rb), -1) * self.scales
        return xyxy, cls.sigmoid()
