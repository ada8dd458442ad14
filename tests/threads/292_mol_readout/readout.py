import torch
import torch.nn as nn


def segment_sum(x, index, num_segments):
    return x.new_zeros(num_segments, x.shape[-1]).index_add(0, index, x)


class Readout(nn.Module):
    """Pools the atoms of each molecule; `mode` is one of sum, mean, both."""

    def __init__(self, dim, mode="mean"):
        super().__init__()
        self.mode = mode
        self.head = nn.Linear(2 * dim if mode == "both" else dim, 1)

    def sizes(self, data):
        return torch.bincount(data.batch, minlength=data.num_graphs)

    def forward(self, x, data):
        total = segment_sum(x, data.batch, data.num_graphs)
        if self.mode == "sum":
            return self.head(total).squeeze(-1)
        mean = total / self.sizes(data).clamp(min=1).unsqueeze(-1)
        pooled = mean if self.mode == "mean" else torch.cat([mean, total], dim=-1)
        return self.head(pooled).squeeze(-1)
