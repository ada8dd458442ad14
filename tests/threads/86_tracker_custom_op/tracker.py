import torch
import torch.nn as nn

from boxes import pairwise_iou
from ops import assign, peaks


class Tracker(nn.Module):
    def __init__(self, embed, thresh, inertia=0.6):
        super().__init__()
        self.thresh = thresh
        self.inertia = inertia
        self.proj = nn.Linear(embed, embed)

    def affinity(self, boxes, feats, det, det_feats):
        sim = torch.softmax(self.proj(feats) @ det_feats.t(), dim=-1)
        score = 0.7 * pairwise_iou(boxes, det) + 0.3 * sim
        return score / peaks(score).max().clamp_min(1e-6)

    def update(self, boxes, feats, det, det_feats):
        match = assign(self.affinity(boxes, feats, det, det_feats), self.thresh)
        found = (match >= 0)[:, None]
        which = match.clamp_min(0)
        keep = self.inertia
        boxes = torch.where(found, keep * boxes + (1 - keep) * det[which], boxes)
        feats = torch.where(found, keep * feats + (1 - keep) * det_feats[which], feats)
        return boxes, feats, match
