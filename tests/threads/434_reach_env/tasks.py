import torch


class ReachTask:
    def __init__(self, cfg, tolerance=2.2, effort_cost=0.01):
        self.cfg = cfg
        self.tolerance = tolerance
        self.effort_cost = effort_cost

    def score(self, state, torque):
        distance = (state["goal"] - state["tip"]).norm(dim=-1)
        state["reward"] = -distance - self.effort_cost * torque.pow(2).sum(-1)
        state["success"] = distance < self.tolerance

    def summary(self, rewards, successes):
        total = torch.stack(rewards).sum(0)
        reached = torch.stack(successes).any(0).float().mean()
        return total.mean(), reached
