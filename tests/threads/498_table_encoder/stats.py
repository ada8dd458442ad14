from dataclasses import dataclass

import torch


@dataclass
class ColumnSummary:
    mask: torch.Tensor
    has_missing: torch.Tensor
    fill: torch.Tensor


def summarize(feat, fill):
    mask = torch.isnan(feat)
    return ColumnSummary(
        mask=mask,
        has_missing=mask.any(),
        fill=fill,
    )


def column_means(feat):
    return torch.nanmean(feat, dim=0)
