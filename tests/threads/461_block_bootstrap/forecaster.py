import torch
from torch import nn

from sampler import BlockConfig, BlockSampler


def detrend(series):
    t = torch.linspace(-1.0, 1.0, series.shape[-1])
    slope = (series * t).sum(-1, keepdim=True) / t.square().sum()
    level = series.mean(-1, keepdim=True)
    return series - level - slope * t, level, slope


class BootstrapForecaster(nn.Module):
    """Autoregressive forecaster with resampled-residual intervals."""

    def __init__(self, lags, horizon, blocks=BlockConfig()):
        super().__init__()
        self.lags, self.horizon = lags, horizon
        self.coef = nn.Parameter(torch.linspace(0.05, 0.3, lags))
        self.sampler = BlockSampler(blocks)

    def fitted(self, resid):
        windows = resid.unfold(-1, self.lags, 1)[..., :-1, :]
        return windows @ self.coef

    def paths(self, resid, errors):
        history = resid[..., -self.lags :].expand(errors.shape[0], -1)
        steps = []
        for h in range(self.horizon):
            nxt = history @ self.coef + errors[:, h]
            history = torch.cat([history[:, 1:], nxt.unsqueeze(-1)], -1)
            steps.append(nxt)
        return torch.stack(steps, -1)

    def forward(self, series):
        resid, level, slope = detrend(series)
        errors = resid[self.lags :] - self.fitted(resid)
        index = self.sampler.indices(errors.shape[-1])
        drawn = errors[index]
        future = self.paths(resid, drawn)
        step = 2.0 / (series.shape[-1] - 1)
        ahead = 1.0 + step * torch.arange(1, self.horizon + 1)
        future = future + level + slope * ahead
        return future.mean(0), future.std(0)
