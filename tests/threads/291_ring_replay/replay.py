import threading
import torch


class TransitionStore:
    def __init__(self, capacity, obs_dim, act_dim):
        self.capacity = capacity
        self.obs = torch.zeros(capacity, obs_dim)
        self.act = torch.zeros(capacity, act_dim)
        self.rew = torch.zeros(capacity)
        self.next_obs = torch.zeros(capacity, obs_dim)

    def write(self, rows, obs, act, rew, next_obs):
        self.obs.index_copy_(0, rows, obs)
        self.act.index_copy_(0, rows, act)
        self.next_obs.index_copy_(0, rows, next_obs)
        self.rew[rows] = rew


class RingWriter:
    def __init__(self, capacity):
        self.capacity = capacity
        self.lock = threading.RLock()
        self.cursor = torch.zeros((), dtype=torch.long)
        self.written = torch.zeros((), dtype=torch.long)

    def reserve(self, n):
        with self.lock:
            rows = (self.cursor + torch.arange(n)) % self.capacity
            self.cursor.copy_((self.cursor + n) % self.capacity)
            self.written.add_(n)
        return rows


class ReplayBuffer:
    def __init__(self, capacity, obs_dim, act_dim, reward_scale=1.0):
        self.store = TransitionStore(capacity, obs_dim, act_dim)
        self.writer = RingWriter(capacity)
        self.reward_scale = reward_scale

    def extend(self, obs, act, rew, next_obs):
        self.store.write(self.writer.reserve(obs.shape[0]), obs, act, rew * self.reward_scale, next_obs)

    def sample(self, batch, generator):
        with self.writer.lock:
            limit = min(int(self.writer.written), self.store.capacity)
        idx, s = torch.randint(0, limit, (batch,), generator=generator), self.store
        return s.obs[idx], s.act[idx], s.rew[idx], s.next_obs[idx]
