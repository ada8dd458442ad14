from dataclasses import dataclass

import torch


@dataclass
class FilterConfig:
    dt: float = 0.1
    q_pos: float = 0.01
    q_heading: float = 0.005
    r_range: float = 0.05
    r_bearing: float = 0.02


def wrap_angle(a):
    return torch.atan2(torch.sin(a), torch.cos(a))


class LandmarkEKF:
    """State is (x, y, heading); controls are (speed, turn rate)."""

    def __init__(self, cfg, diagnostics=None):
        self.cfg = cfg
        self.diagnostics = diagnostics
        self.Q = torch.diag(torch.tensor([cfg.q_pos, cfg.q_pos, cfg.q_heading])) ** 2
        self.R = torch.diag(torch.tensor([cfg.r_range, cfg.r_bearing])) ** 2

    def predict(self, mean, cov, control):
        v, w, heading = control[0], control[1], mean[2]
        c, s, dt = torch.cos(heading), torch.sin(heading), self.cfg.dt
        mean = mean + dt * torch.stack([v * c, v * s, w])
        zero, one = torch.zeros_like(c), torch.ones_like(c)
        F = torch.stack([one, zero, -dt * v * s, zero, one, dt * v * c, zero, zero, one])
        F = F.reshape(3, 3)
        return mean, F @ cov @ F.T + self.Q

    def correct(self, mean, cov, landmark, z):
        d = landmark - mean[:2]
        q = (d * d).sum()
        r = q.sqrt()
        expected = torch.stack([r, torch.atan2(d[1], d[0]) - mean[2]])
        zero, one = torch.zeros_like(r), torch.ones_like(r)
        H = torch.stack([-d[0] / r, -d[1] / r, zero, d[1] / q, -d[0] / q, -one]).reshape(2, 3)
        y = z - expected
        y = torch.stack([y[0], wrap_angle(y[1])])
        S = H @ cov @ H.T + self.R
        K = cov @ H.T @ torch.linalg.inv(S)
        mean, cov = mean + K @ y, (torch.eye(3) - K @ H) @ cov
        return mean, cov, y, S

    def step(self, mean, cov, control, landmark, z):
        mean, cov = self.predict(mean, cov, control)
        mean, cov, y, S = self.correct(mean, cov, landmark, z)
        if self.diagnostics is not None:
            self.diagnostics.observe(y, S)
        return mean, cov
