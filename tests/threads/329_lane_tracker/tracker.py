from dataclasses import dataclass

import torch

import geometry


@dataclass
class TrackerConfig:
    slots: int = 6
    gate: float = 0.2
    gain: float = 0.6
    velocity_gain: float = 0.3
    backend: str = "eager"


class ConstantVelocityTracker:
    """Fixed number of slots, alpha-beta filter on centre and size of each box."""

    def __init__(self, cfg, boxes):
        self.cfg = cfg
        self.state = geometry.to_centre(boxes)
        self.velocity = torch.zeros_like(self.state)
        self.missed = torch.zeros(cfg.slots)
        self.advance = torch.compile(self._advance, backend=cfg.backend)

    def _predict(self, state, velocity, meta):
        moved = state + velocity * meta["dt"]
        return geometry.to_centre(geometry.clip_to_frame(geometry.to_corners(moved), meta["size"]))

    def _advance(self, state, velocity, missed, boxes, meta):
        predicted = self._predict(state, velocity, meta)
        iou = geometry.pairwise_iou(geometry.to_corners(predicted), boxes)
        score, pick = iou.max(dim=1)
        hit = (score > self.cfg.gate).float()
        innovation = (geometry.to_centre(boxes)[pick] - predicted) * hit[:, None]
        state = predicted + self.cfg.gain * innovation
        velocity = velocity + self.cfg.velocity_gain * innovation / meta["dt"]
        return state, velocity, (missed + 1) * (1 - hit), score

    def update(self, boxes, meta):
        self.state, self.velocity, self.missed, score = self.advance(
            self.state, self.velocity, self.missed, boxes, meta)
        return score
