"""Oriented boxes (cx, cy, length, width, yaw) seen from above."""
import torch

UNIT = torch.tensor([[0.5, 0.5], [0.5, -0.5], [-0.5, -0.5], [-0.5, 0.5]])


def wrap_angle(yaw: torch.Tensor) -> torch.Tensor:
    return torch.remainder(yaw + torch.pi, 2 * torch.pi) - torch.pi


def planar_rotation(yaw: torch.Tensor) -> torch.Tensor:
    c, s = yaw.cos(), yaw.sin()
    return torch.as_tensor([[c, -s], [s, c]], device=yaw.device)


def corners(box: torch.Tensor) -> torch.Tensor:
    local = UNIT.to(box) * box[2:4]
    return local @ planar_rotation(box[4]).T + box[:2]


def enclosing(boxes: torch.Tensor) -> torch.Tensor:
    out = []
    for box in boxes:
        pts = corners(box)
        out.append(torch.cat([pts.amin(0), pts.amax(0)]))
    return torch.stack(out)


def pairwise_iou(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    lo = torch.maximum(a[:, None, :2], b[None, :, :2])
    hi = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (hi - lo).clamp_min(0).prod(-1)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    return inter / (area_a[:, None] + area_b[None] - inter)
