import torch
import torch.nn as nn

from masks import length_to_mask


class StatisticsPooling(nn.Module):
    """Mean and deviation over the frames that are not padding."""

    def forward(self, x, length):
        mask = length_to_mask(length).to(x.dtype).unsqueeze(-1)
        n = length[:, None].to(x.dtype)
        mean = (x * mask).sum(1) / n
        var = ((x - mean.unsqueeze(1)).square() * mask).sum(1) / n
        return torch.cat([mean, (var + 1e-5).sqrt()], dim=-1)
