"""Box helpers; boxes are (x1, y1, x2, y2) in pixels of the camera frame."""
import torch


def to_centre(boxes):
    return torch.cat([(boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]], dim=1)


def to_corners(states):
    half = states[:, 2:4] / 2
    return torch.cat([states[:, :2] - half, states[:, :2] + half], dim=1)


def clip_to_frame(boxes, frame_size):
    width, height = (float(v) for v in frame_size)
    return torch.stack([boxes[:, 0].clamp(0.0, width), boxes[:, 1].clamp(0.0, height),
                        boxes[:, 2].clamp(0.0, width), boxes[:, 3].clamp(0.0, height)], dim=1)


def pairwise_iou(a, b):
    lo = torch.maximum(a[:, None, :2], b[None, :, :2])
    hi = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (hi - lo).clamp_min(0).prod(-1)
    area = lambda r: (r[:, 2:] - r[:, :2]).prod(-1)
    return inter / (area(a)[:, None] + area(b)[None] - inter).clamp_min(1e-6)
