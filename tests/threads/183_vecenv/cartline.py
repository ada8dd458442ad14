import random


class LineWorld:
    """Keep a drifting point near zero."""

    def __init__(self, seed, horizon):
        self.rng = random.Random(seed)
        self.horizon = horizon

    def _obs(self):
        return [self.pos, self.vel, self.t / self.horizon]

    def reset(self):
        self.pos = self.rng.uniform(-1, 1)
        self.vel = 0.0
        self.t = 0
        return self._obs()

    def step(self, action):
        self.vel += 0.1 if action == 1 else -0.1
        self.pos += self.vel + self.rng.gauss(0, 0.02)
        self.t += 1
        truncated = self.t >= self.horizon
        return self._obs(), 1.0 - abs(self.pos), truncated
