import torch


class LineWorld:
    """Vectorised walk on a line; the reward is closeness to a moving goal."""

    def __init__(self, envs, limit=4.0):
        self.envs = envs
        self.limit = limit

    def reset(self):
        self.pos = torch.linspace(-1, 1, self.envs)
        self.goal = torch.linspace(2, -2, self.envs)
        self.t = 0
        return self._obs()

    def _obs(self):
        phase = torch.full_like(self.pos, self.t / 16)
        return torch.stack([self.pos, self.goal, phase], dim=-1)

    def step(self, action):
        self.pos = (self.pos + 0.4 * (action.float() - 1)).clamp(-self.limit, self.limit)
        self.t += 1
        reward = 1.0 - (self.pos - self.goal).abs()
        return self._obs(), reward
