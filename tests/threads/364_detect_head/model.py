import torch
from torch import nn


def conv_bn(cin, cout, stride=1):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, stride, 1, bias=False), nn.BatchNorm2d(cout), nn.SiLU())


def make_anchors(feats, strides, offset=0.5):
    points, scales = [], []
    for feat, stride in zip(feats, strides):
        h, w = feat.shape[-2:]
        ys = torch.arange(h, dtype=feat.dtype) + offset
        xs = torch.arange(w, dtype=feat.dtype) + offset
        gy, gx = torch.meshgrid(ys, xs, indexing="ij")
        points.append(torch.stack((gx, gy), -1).view(-1, 2))
        scales.append(torch.full((h * w, 1), float(stride), dtype=feat.dtype))
    return torch.cat(points), torch.cat(scales)


class DetectHead(nn.Module):
    strides = (4, 8)

    def __init__(self, channels, num_classes):
        super().__init__()
        self.nc = num_classes
        self.heads = nn.ModuleList(nn.Conv2d(c, 4 + num_classes, 1) for c in channels)
        self.shape = None
        self.anchors = torch.empty(0)
        self.scales = torch.empty(0)

    def forward(self, feats):
        shape = feats[0].shape
        out = torch.cat([head(f).flatten(2) for head, f in zip(self.heads, feats)], -1)
        if self.shape != shape:
            self.anchors, self.scales = make_anchors(feats, self.strides)
            self.shape = shape
        dist, logits = out.transpose(1, 2).split((4, self.nc), -1)
        lt, rb = dist.exp().chunk(2, -1)
        boxes = torch.cat((self.anchors - lt, self.anchors + rb), -1) * self.scales
        return boxes, logits


class TinyDetector(nn.Module):
    def __init__(self, num_classes=3, width=8):
        super().__init__()
        self.stem = nn.Sequential(conv_bn(3, width, 2), conv_bn(width, width * 2, 2))
        self.down = conv_bn(width * 2, width * 4, 2)
        self.head = DetectHead((width * 2, width * 4), num_classes)

    def forward(self, images):
        p2 = self.stem(images)
        return self.head([p2, self.down(p2)])
