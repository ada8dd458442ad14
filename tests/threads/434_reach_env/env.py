from dataclasses import dataclass

import torch

from tasks import ReachTask


@dataclass(frozen=True)
class EnvConfig:
    num_envs: int = 16
    links: int = 3
    dt: float = 0.05
    damping: float = 0.3
    max_steps: int = 6


class ArmEnv:
    def __init__(self, cfg, seed=0):
        self.cfg = cfg
        self.gen = torch.Generator().manual_seed(seed)
        self.task = ReachTask(cfg)

    def reset(self):
        shape = (self.cfg.num_envs, self.cfg.links)
        state = {
            "q": 0.2 * torch.randn(shape, generator=self.gen),
            "qd": torch.zeros(shape),
            "goal": torch.rand(self.cfg.num_envs, 2, generator=self.gen) * 2 - 1,
        }
        return self.observe(state)

    def fingertip(self, q):
        angle = q.cumsum(dim=-1)
        return torch.stack([angle.cos().sum(-1), angle.sin().sum(-1)], dim=-1)

    def observe(self, state):
        state["tip"] = self.fingertip(state["q"])
        state["obs"] = torch.cat([state["q"], state["qd"], state["goal"] - state["tip"]], dim=-1)
        return state

    def step(self, state, action):
        torque = action.clamp(-2.0, 2.0)
        qd = state["qd"] + self.cfg.dt * (torque - self.cfg.damping * state["qd"])
        state["q"] = state["q"] + self.cfg.dt * qd
        state["qd"] = qd
        self.task.score(self.observe(state), torque)
        return state
