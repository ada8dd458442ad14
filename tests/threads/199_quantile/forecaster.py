import torch
from torch import nn


class MaskedPool(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1)

    def forward(self, h, mask):
        w = self.score(h).squeeze(-1).masked_fill(~mask, -1e4).softmax(-1)
        return (w[..., None] * h).sum(1)


class QuantileNet(nn.Module):
    def __init__(self, features, horizon, levels, dim=24):
        super().__init__()
        self.horizon = horizon
        self.register_buffer("levels", torch.tensor(levels))
        self.embed = nn.Linear(features, dim)
        self.conv = nn.Conv1d(dim, dim, 5, padding=4)
        self.pool = MaskedPool(dim)
        self.head = nn.Linear(dim, horizon * len(levels))

    def normalise(self, x, mask):
        m = mask[..., None].to(x.dtype)
        mean = (x * m).sum(1, keepdim=True) / m.sum(1, keepdim=True)
        return (x - mean) * m, mean[:, 0, :1]

    def forward(self, x, mask):
        z, mean = self.normalise(x, mask)
        h = torch.tanh(self.embed(z))
        c = self.conv(h.transpose(1, 2))[..., :h.shape[1]].transpose(1, 2)
        p = self.pool(h + torch.relu(c), mask)
        q = self.head(p).view(-1, self.horizon, self.levels.numel())
        return mean[..., None] + q.cumsum(-1)
