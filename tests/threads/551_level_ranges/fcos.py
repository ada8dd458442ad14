import torch
from torch import nn

from blocks import ConvBlock, Scale
from ranges import RegressRanges


class Head(nn.Module):
    def __init__(self, width, classes, ranges):
        super().__init__()
        self.ranges = ranges
        self.tower = ConvBlock(width, width)
        self.cls = nn.Conv2d(width, classes, 1)
        self.box = nn.Conv2d(width, 4, 1)
        self.scales = nn.ModuleList(Scale(1.0 + 0.1 * i) for i in range(len(ranges)))

    def level_scale(self, stride):
        return self.scales[self.ranges.level_of(8 * stride)]

    def forward(self, feat, stride):
        hidden = self.tower(feat)
        box = torch.exp(self.level_scale(stride)(self.box(hidden))) * stride
        return self.cls(hidden).flatten(2), box.flatten(2)


class Detector(nn.Module):
    def __init__(self, widths=(8, 16, 32, 48), classes=3):
        super().__init__()
        self.stem = ConvBlock(3, widths[0], 2)
        self.stages = nn.ModuleList(ConvBlock(a, b, 2) for a, b in zip(widths, widths[1:]))
        self.lateral = nn.ModuleList(nn.Conv2d(w, 16, 1) for w in widths[1:])
        self.strides = [4, 8, 16]
        self.head = Head(16, classes, RegressRanges([48, 96]))

    def forward(self, images):
        x = self.stem(images)
        logits, boxes = [], []
        for stage, lateral, stride in zip(self.stages, self.lateral, self.strides):
            x = stage(x)
            cls, box = self.head(lateral(x), stride)
            logits.append(cls)
            boxes.append(box)
        return torch.cat(logits, dim=2), torch.cat(boxes, dim=2)
