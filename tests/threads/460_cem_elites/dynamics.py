from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class ArmConfig:
    joints: int = 2
    dt: float = 0.1
    damping: float = 0.3
    torque_limit: float = 2.0


class Arm:
    """Planar arm with unit links and viscous joints."""

    def __init__(self, cfg):
        self.cfg = cfg

    def step(self, q, v, u):
        u = u.clamp(-self.cfg.torque_limit, self.cfg.torque_limit)
        v = v + self.cfg.dt * (u - self.cfg.damping * v)
        return q + self.cfg.dt * v, v

    def tip(self, q):
        angle = q.cumsum(-1)
        return torch.stack([angle.cos().sum(-1), angle.sin().sum(-1)], -1)


def rollout_cost(arm, state, plans, target):
    q, v = (s.expand(plans.shape[0], -1) for s in state)
    cost = plans.square().sum((1, 2)) * 1e-3
    for t in range(plans.shape[1]):
        q, v = arm.step(q, v, plans[:, t])
        cost = cost + (arm.tip(q) - target).square().sum(-1)
    return cost + 0.1 * v.square().sum(-1)
