from dataclasses import dataclass

import torch


@dataclass
class Bank:
    mean: torch.Tensor
    cov: torch.Tensor


class MotionModel:
    """Constant velocity in the plane: x, y, vx, vy."""

    def __init__(self, dt: float, accel_noise: float):
        self.F = torch.eye(4)
        self.F[0, 2] = dt
        self.F[1, 3] = dt
        q = torch.tensor([[dt**4 / 4, dt**3 / 2], [dt**3 / 2, dt**2]]) * accel_noise**2
        self.Q = torch.zeros(4, 4)
        for axis in range(2):
            self.Q[axis, axis] = q[0, 0]
            self.Q[axis, axis + 2] = q[0, 1]
            self.Q[axis + 2, axis] = q[1, 0]
            self.Q[axis + 2, axis + 2] = q[1, 1]

    def predict(self, bank: Bank) -> Bank:
        mean = bank.mean @ self.F.T
        cov = self.F @ bank.cov @ self.F.T + self.Q
        return Bank(mean, cov)


def default_priors(n_targets: int) -> Bank:
    mean = torch.zeros(n_targets, 4)
    cov = torch.diag(torch.tensor([4.0, 4.0, 1.0, 1.0])).repeat(n_targets, 1, 1)
    return Bank(mean, cov)
