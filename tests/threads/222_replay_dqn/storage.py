import multiprocessing as mp

import torch


class RingStorage:
    """Transitions in preallocated tensors; the oldest are overwritten once it is full."""

    def __init__(self, capacity: int, obs_dim: int):
        self.capacity = capacity
        self.obs = torch.zeros(capacity, obs_dim)
        self.next_obs = torch.zeros(capacity, obs_dim)
        self.action = torch.zeros(capacity, dtype=torch.long)
        self.reward = torch.zeros(capacity)
        self._cursor = torch.zeros((), dtype=torch.long)
        self._filled = mp.Value("i", 0)

    def __len__(self) -> int:
        return self._filled.value

    def put(self, obs, action, reward, next_obs) -> None:
        n = obs.shape[0]
        rows = (self._cursor + torch.arange(n)) % self.capacity
        self.obs.index_copy_(0, rows, obs)
        self.next_obs.index_copy_(0, rows, next_obs)
        self.action.index_copy_(0, rows, action)
        self.reward.index_copy_(0, rows, reward)
        self._cursor.add_(n).remainder_(self.capacity)
        self._filled.value = min(self._filled.value + n, self.capacity)

    def take(self, rows: torch.Tensor):
        return self.obs[rows], self.action[rows], self.reward[rows], self.next_obs[rows]
