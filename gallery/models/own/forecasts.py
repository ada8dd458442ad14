"""Forecasts, in a few lines of torch."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class LSTMForecaster(nn.Module):
    """Reads a series, then feeds each forecast back."""

    def __init__(self, ahead: int = 4) -> None:
        super().__init__()
        self.ahead = ahead
        self.cell, self.head = nn.LSTMCell(1, 8), nn.Linear(8, 1)

    def forward(self, series: Tensor) -> Tensor:
        """Returns the next values."""
        hidden = series.new_zeros(len(series), 8)
        state = (hidden, hidden)
        for value in series.unbind(1):
            state = self.cell(value, state)
        found: list[Tensor] = []
        for _ in range(self.ahead):
            found.append(self.head(state[0]))
            state = self.cell(found[-1], state)
        return torch.cat(found, dim=1)


class TCN(nn.Module):
    """Convolutions that look back, twice as far in each layer."""

    def __init__(self, layers: int = 3) -> None:
        super().__init__()
        self.lift = nn.Conv1d(2, 8, 1)
        self.layers = nn.ModuleList(
            nn.utils.parametrizations.weight_norm(nn.Conv1d(8, 8, 2, dilation=2**layer))
            for layer in range(layers)
        )
        self.head = nn.Conv1d(8, 1, 1)

    def forward(self, series: Tensor) -> Tensor:
        """Returns the forecast of each next value."""
        x = self.lift(series)
        for layer in self.layers:
            padded = functional.pad(x, (layer.dilation[0], 0))
            x = x + torch.relu(layer(padded))
        return self.head(x)


class NBeats(nn.Module):
    """Blocks that each explain a part of the past, and of the future."""

    def __init__(self, past: int = 16, ahead: int = 4, blocks: int = 3) -> None:
        super().__init__()
        self.past = past
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.Linear(past, 16), nn.ReLU(), nn.Linear(16, past + ahead))
            for _ in range(blocks)
        )

    def forward(self, series: Tensor) -> Tensor:
        """Returns the next values."""
        forecasts = []
        for block in self.blocks:
            back, ahead = block(series).tensor_split([self.past], dim=-1)
            series = series - back
            forecasts.append(ahead)
        return torch.stack(forecasts).sum(0)


class DLinear(nn.Module):
    """A trend and what is left, each continued by one layer."""

    def __init__(self, past: int = 16, ahead: int = 4) -> None:
        super().__init__()
        self.trend, self.rest = nn.Linear(past, ahead), nn.Linear(past, ahead)

    def forward(self, series: Tensor) -> Tensor:
        """Returns the next values."""
        padded = functional.pad(series[:, None], (2, 2), mode="replicate")
        trend = functional.avg_pool1d(padded, 5, 1).squeeze(1)
        return self.trend(trend) + self.rest(series - trend)


class DeepAR(nn.Module):
    """A recurrent network that gives a distribution of each next value."""

    def __init__(self) -> None:
        super().__init__()
        self.cell, self.head = nn.GRUCell(1, 8), nn.Linear(8, 2)

    def forward(self, series: Tensor) -> Tensor:
        """Returns the negative log-likelihood."""
        state, states = None, []
        for value in series[:, :-1].unbind(1):
            state = self.cell(value, state)
            states.append(state)
        mean, width = self.head(torch.stack(states, dim=1)).chunk(2, dim=-1)
        spread = functional.softplus(width) + 1e-3
        return -torch.distributions.Normal(mean, spread).log_prob(series[:, 1:]).mean()


class Fourier(nn.Module):
    """A Fourier neural operator in one dimension: weights on frequencies."""

    def __init__(self, modes: int = 4) -> None:
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(2, 2, modes, dtype=torch.cfloat) * 0.1)
        self.skip = nn.Conv1d(2, 2, 1)

    def forward(self, field: Tensor) -> Tensor:
        """Returns the field after a step."""
        spectrum = torch.fft.rfft(field)
        low = torch.einsum("bim,iom->bom", spectrum[..., : self.modes], self.weight)
        smooth = torch.fft.irfft(low, n=field.shape[-1])
        return functional.gelu(smooth + self.skip(field))
