from dataclasses import dataclass

import torch
from torch import nn

from boxes import classwise_decay, cxcywh_to_xyxy, decay_scores


@dataclass(frozen=True)
class PostConfig:
    pre_topk: int = 48
    keep: int = 6
    sigma: float = 0.5
    class_agnostic: bool = False


class PostProcessor(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg

    def forward(self, raw_boxes, logits):
        cfg = self.cfg
        best, labels = torch.sigmoid(logits).max(-1)
        scores, index = best.topk(cfg.pre_topk)
        boxes, labels = cxcywh_to_xyxy(raw_boxes)[index], labels[index]
        if cfg.class_agnostic:
            scores = decay_scores(boxes, scores, cfg.sigma)
        else:
            scores = classwise_decay(boxes, scores, labels, cfg.sigma)
        scores, order = scores.topk(cfg.keep)
        return boxes[order], scores, labels[order]


class Detector(nn.Module):
    def __init__(self, classes=5, width=12, stride=8, post=PostConfig()):
        super().__init__()
        self.stride = stride
        self.backbone = nn.Conv2d(3, width, stride, stride=stride)
        self.box_head = nn.Conv2d(width, 4, 1)
        self.cls_head = nn.Conv2d(width, classes, 3, padding=1)
        self.post = PostProcessor(post)

    def anchors(self, height, width):
        ys = (torch.arange(height) + 0.5) * self.stride
        xs = (torch.arange(width) + 0.5) * self.stride
        return torch.stack(torch.meshgrid(xs, ys, indexing="xy"), -1).reshape(-1, 2)

    def forward(self, image):
        feat = torch.relu(self.backbone(image[None]))
        delta = self.box_head(feat)[0].flatten(1).T
        centre = self.anchors(*feat.shape[-2:]) + delta[:, :2] * self.stride
        size = 3 * self.stride * torch.exp(delta[:, 2:])
        logits = self.cls_head(feat)[0].flatten(1).T
        return self.post(torch.cat([centre, size], -1), logits)
