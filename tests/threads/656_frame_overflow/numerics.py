from dataclasses import dataclass

import torch


@dataclass
class RangeReport:
    peak: torch.Tensor
    overflow: torch.Tensor


def range_report(x):
    overflow = torch.isinf(x).any() | torch.isnan(x).any()
    return RangeReport(peak=x.abs().amax(), overflow=overflow)


def into_range(x, margin=1000.0):
    limit = torch.finfo(x.dtype).max - margin
    return torch.clamp(x, min=-limit, max=limit)


def rms(x):
    return x.float().pow(2).mean().sqrt()
