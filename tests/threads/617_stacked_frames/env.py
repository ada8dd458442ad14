import torch


class Pursuit:
    """A dot that drifts over a line; the agent has to stay close to it."""

    def __init__(self, size=12, length=9, seed=0):
        self.size, self.length = size, length
        self.gen = torch.Generator().manual_seed(seed)

    def _picture(self):
        cells = torch.arange(self.size, dtype=torch.float32)
        return torch.exp(-(cells - self.target) ** 2) - torch.exp(-(cells - self.place) ** 2)

    def reset(self):
        self.time = 0
        self.place = self.size // 2
        self.target = int(torch.randint(0, self.size, (1,), generator=self.gen))
        return self._picture()

    def step(self, action):
        self.time += 1
        self.place = min(max(self.place + action - 1, 0), self.size - 1)
        drift = int(torch.randint(-1, 2, (1,), generator=self.gen))
        self.target = min(max(self.target + drift, 0), self.size - 1)
        reward = 1.0 - abs(self.place - self.target) / self.size
        return self._picture(), reward, self.time >= self.length
