from dataclasses import dataclass

import torch

from runtime import WorkerSpec, worker
from world import Dynamics, PointMass


@dataclass
class PlanConfig:
    horizon: int = 5
    samples: int = 64
    elites: int = 8
    rounds: int = 2


class CEMPlanner:
    def __init__(self, model, cfg, action_dim=2):
        self.cfg = cfg
        self.model = model
        self.action_dim = action_dim
        self.score = torch.compile(self.rollout, backend="eager")

    def rollout(self, state, plans):
        state = state.expand(plans.shape[0], -1)
        total = torch.zeros(plans.shape[0])
        for t in range(self.cfg.horizon):
            state, reward = self.model(state, plans[:, t])
            total = total + reward - 0.05 * (state[:, :2] ** 2).sum(-1)
        return total

    def plan(self, state):
        cfg = self.cfg
        mean = torch.zeros(cfg.horizon, self.action_dim)
        std = torch.ones_like(mean)
        for _ in range(cfg.rounds):
            plans = mean + std * torch.randn(cfg.samples, cfg.horizon, self.action_dim)
            best = plans[self.score(state, plans).topk(cfg.elites).indices]
            mean, std = best.mean(0), best.std(0) + 1e-3
        return torch.tanh(mean[0])


def episode(planner, env, steps):
    state, total = env.reset(), 0.0
    for _ in range(steps):
        state, reward = env.step(planner.plan(state))
        total += reward
    return state, total


@torch.no_grad()
def main():
    torch.manual_seed(0)
    planner = CEMPlanner(Dynamics(), PlanConfig())
    env = PointMass()
    crew = [WorkerSpec("collect", 1, 11), WorkerSpec("relabel", 2, 12), WorkerSpec("evaluate", 3, 13)]
    for epoch in range(2):
        for spec in crew:
            with worker(spec):
                state, total = episode(planner, env, steps=4)
            shown = " ".join(f"{v:+.4f}" for v in state.tolist())
            print(f"epoch {epoch} {spec.name:9s} return {total:.5f} state {shown}")


if __name__ == "__main__":
    main()
