"""Ring storage for transitions, filled by collectors and read by the learner."""
import multiprocessing as mp

import torch


class RingStorage:
    def __init__(self, capacity, obs_dim):
        self.capacity = capacity
        self.obs = torch.zeros(capacity, obs_dim)
        self.reward = torch.zeros(capacity)
        self._cursor = 0
        self._length = mp.Value("i", 0)

    @property
    def length(self):
        return self._length.value

    def extend(self, obs, reward):
        n = obs.shape[0]
        slots = (torch.arange(n) + self._cursor) % self.capacity
        self.obs[slots] = obs
        self.reward[slots] = reward
        self._cursor = (self._cursor + n) % self.capacity
        with self._length.get_lock():
            self._length.value = min(self.capacity, self._length.value + n)

    def get(self, index):
        return self.obs[index], self.reward[index]
