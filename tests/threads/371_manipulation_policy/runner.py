from dataclasses import dataclass

import torch


@dataclass
class RunnerConfig:
    backend: str = "aot_eager"
    compile: bool = True
    episode_len: int = 4


@dataclass
class EpisodeResult:
    reach: float
    effort: float


class Runner:
    def __init__(self, policy, cfg):
        self.policy = policy
        self.cfg = cfg
        self.calls = 0
        if cfg.compile:
            policy.sample_actions = torch.compile(policy.sample_actions, backend=cfg.backend)

    def observe(self, state, task):
        return {"observation.state": state[None], "prompt": [task]}

    @torch.no_grad()
    def episode(self, task, seed):
        g = torch.Generator().manual_seed(seed)
        state = torch.randn(self.policy.cfg.state_dim, generator=g)
        effort = 0.0
        for _ in range(self.cfg.episode_len):
            noise = torch.randn(1, self.policy.cfg.chunk, self.policy.cfg.action_dim, generator=g)
            actions = self.policy.sample_actions(self.observe(state, task), noise)
            self.calls += 1
            effort += actions.square().mean().item()
            state = state + 0.1 * actions[0].sum(0)
        return EpisodeResult(state.norm().item(), effort)
