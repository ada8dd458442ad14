import torch
import torch.nn.functional as F


def nest(rows, offsets):
    return torch.nested.nested_tensor_from_jagged(rows, offsets)


def pool(nested, offsets):
    rows = nested.values()
    ends = F.pad(rows.cumsum(dim=0), (0, 0, 1, 0))
    lengths = (offsets[1:] - offsets[:-1]).to(rows.dtype)
    return (ends[offsets[1:]] - ends[offsets[:-1]]) / lengths[:, None]


def describe(offsets):
    spans = offsets[1:] - offsets[:-1]
    return int(spans.min()), int(spans.max())
