from dataclasses import dataclass

import torch


@dataclass
class CollectConfig:
    num_envs: int = 6
    obs_dim: int = 4
    act_dim: int = 2
    steps: int = 8
    noise: float = 0.1


class PointMass:
    def __init__(self, obs_dim, act_dim, generator):
        self.mix = torch.randn(act_dim, obs_dim, generator=generator) * 0.2

    def step(self, obs, act):
        nxt = 0.95 * obs + act @ self.mix
        return nxt, -nxt.square().sum(-1) - 0.01 * act.square().sum(-1)


class Collector:
    def __init__(self, cfg, actor, env, buffer, backend="aot_eager"):
        self.cfg, self.actor, self.env, self.buffer = cfg, actor, env, buffer
        self._step = torch.compile(self._collect_step, backend=backend)

    def _collect_step(self, obs, eps):
        act = self.actor(obs) + eps
        nxt, rew = self.env.step(obs, act)
        self.buffer.extend(obs, act, rew, nxt)
        return nxt, rew.mean()

    @torch.no_grad()
    def rollout(self, obs, generator):
        returns = []
        for _ in range(self.cfg.steps):
            eps = self.cfg.noise * torch.randn(len(obs), self.cfg.act_dim, generator=generator)
            obs, mean_rew = self._step(obs, eps)
            returns.append(mean_rew)
        return obs, torch.stack(returns)
