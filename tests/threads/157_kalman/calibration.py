"""Measurement noise per sensor."""
import torch

_TABLE = {"radar": 0.20, "sonar": 0.45, "lidar": 0.05}


def noise_std(sensor: str) -> float:
    family = sensor.split("/")[0]
    return _TABLE.get(family, 0.3)


def measurement_cov(sensor: str) -> torch.Tensor:
    return torch.eye(2) * noise_std(sensor) ** 2
