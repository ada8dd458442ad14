import torch


class RolloutStorage:
    def __init__(self, horizon, n_envs, obs_dim):
        self.shape = (horizon, n_envs)
        self.obs_dim = obs_dim
        self.begin()

    def begin(self):
        self._cursor = 0
        self._fields = {
            "obs": torch.zeros(*self.shape, self.obs_dim),
            "actions": torch.zeros(*self.shape, dtype=torch.long),
            "rewards": torch.zeros(*self.shape),
        }

    def push(self, obs, actions, rewards):
        self._fields["obs"][self._cursor] = obs
        self._fields["actions"][self._cursor] = actions
        self._fields["rewards"][self._cursor] = rewards
        self._cursor += 1

    def batch(self):
        return self._fields


class PointEnv:
    def __init__(self, n_envs, obs_dim, n_actions):
        self.state = torch.randn(n_envs, obs_dim)
        self.moves = torch.randn(n_actions, obs_dim) * 0.3

    def step(self, actions):
        self.state = 0.95 * self.state + self.moves[actions]
        return -self.state.pow(2).mean(-1)
