from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass
class ArmConfig:
    links: tuple = (0.5, 0.4, 0.25)
    dt: float = 0.02
    damping: float = 0.6
    kp: float = 18.0
    kd: float = 4.0
    steps: int = 12


class PlanarArm:
    def __init__(self, cfg: ArmConfig):
        self.cfg = cfg
        self.lengths = torch.tensor(cfg.links)

    def tip(self, q: Tensor) -> Tensor:
        angle = q.cumsum(dim=-1)
        return torch.stack([(self.lengths * angle.cos()).sum(-1), (self.lengths * angle.sin()).sum(-1)], -1)

    def jacobian_transpose(self, q: Tensor, force: Tensor) -> Tensor:
        angle = q.cumsum(dim=-1)
        dx = -(self.lengths * angle.sin()).flip(-1).cumsum(-1).flip(-1)
        dy = (self.lengths * angle.cos()).flip(-1).cumsum(-1).flip(-1)
        return dx * force[..., :1] + dy * force[..., 1:]

    def step(self, q: Tensor, qd: Tensor, goal: Tensor):
        cfg = self.cfg
        torque = self.jacobian_transpose(q, cfg.kp * (goal - self.tip(q))) - cfg.kd * qd
        qd = qd + cfg.dt * (torque - cfg.damping * qd)
        return q + cfg.dt * qd, qd
