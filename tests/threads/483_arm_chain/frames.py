"""Small homogeneous-transform helpers."""
import torch


def identity(batch, dtype=torch.float32):
    return torch.eye(4, dtype=dtype).expand(batch, 4, 4)


def axis_rotation(axis, angle):
    x, y, z = axis[0], axis[1], axis[2]
    c, s = torch.cos(angle), torch.sin(angle)
    v = 1.0 - c
    rows = [x * x * v + c, x * y * v - z * s, x * z * v + y * s,
            y * x * v + z * s, y * y * v + c, y * z * v - x * s,
            z * x * v - y * s, z * y * v + x * s, z * z * v + c]
    return torch.stack(rows, dim=-1).view(-1, 3, 3)


def pose(rot, trans):
    top = torch.cat([rot, trans.unsqueeze(-1)], dim=-1)
    last = torch.tensor([0.0, 0.0, 0.0, 1.0]).expand(rot.shape[0], 1, 4)
    return torch.cat([top, last], dim=1)
