import torch

from boxes import pairwise_iou


class SoftTracker:
    """Moves a fixed set of tracks towards the detections they overlap."""

    def __init__(self, tracks, momentum=0.7, backend="eager"):
        self.boxes = tracks
        self.confidence = torch.ones(len(tracks))
        self.momentum = momentum
        self.associate = torch.compile(self._associate, backend=backend)

    def _associate(self, tracks, confidence, boxes, scores):
        weight = pairwise_iou(tracks, boxes) * scores
        total = weight.sum(1)
        proposal = (weight @ boxes) / total.clamp(min=1e-6).unsqueeze(-1)
        gain = (1 - self.momentum) * (total > 0.005).to(tracks.dtype).unsqueeze(-1)
        confidence = self.momentum * confidence + (1 - self.momentum) * total.tanh()
        return tracks + gain * (proposal - tracks), confidence

    def update(self, boxes, scores):
        self.boxes, self.confidence = self.associate(self.boxes, self.confidence, boxes, scores)
        return self.boxes
