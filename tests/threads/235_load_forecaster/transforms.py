"""Invertible transforms of series shaped (batch, time, channel)."""
import torch


class Transform:
    def fit(self, series: torch.Tensor) -> "Transform":
        return self

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError

    def inverse(self, y: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError


class SignedLog(Transform):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.sign() * x.abs().log1p()

    def inverse(self, y: torch.Tensor) -> torch.Tensor:
        return y.sign() * y.abs().expm1()


class Standardize(Transform):
    def __init__(self):
        self.mean: torch.Tensor | None = None
        self.scale: torch.Tensor | None = None

    def fit(self, series: torch.Tensor) -> "Standardize":
        self.mean = series.mean((0, 1))
        self.scale = series.std((0, 1))
        return self

    def statistics(self) -> tuple[torch.Tensor, torch.Tensor]:
        if self.mean is None or self.scale is None:
            raise RuntimeError("fit() has not been called")
        if (self.scale == 0).any():
            raise ValueError("a channel is constant")
        return self.mean, self.scale

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mean, scale = self.statistics()
        return (x - mean) / scale

    def inverse(self, y: torch.Tensor) -> torch.Tensor:
        mean, scale = self.statistics()
        return y * scale + mean


class Chain(Transform):
    def __init__(self, *parts: Transform):
        self.parts = parts

    def fit(self, series: torch.Tensor) -> "Chain":
        for part in self.parts:
            series = part.fit(series).forward(series)
        return self

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for part in self.parts:
            x = part.forward(x)
        return x

    def inverse(self, y: torch.Tensor) -> torch.Tensor:
        for part in reversed(self.parts):
            y = part.inverse(y)
        return y
