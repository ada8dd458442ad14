import torch


class Corridors:
    """Several corridors at once: walk right to the goal, left is a trap."""

    def __init__(self, count, length, seed):
        self.count, self.length = count, length
        self.gen = torch.Generator().manual_seed(seed)
        self.place = torch.zeros(count, dtype=torch.long)

    def reset(self):
        self.place = torch.randint(1, self.length - 1, (self.count,), generator=self.gen)
        return self.observe()

    def observe(self):
        return torch.nn.functional.one_hot(self.place, self.length).float()

    def step(self, action):
        self.place = (self.place + 2 * action - 1).clamp(0, self.length - 1)
        reward = (self.place == self.length - 1).float() - (self.place == 0).float()
        return self.observe(), reward

    def noise(self, actions):
        u = torch.rand(self.count, actions, generator=self.gen)
        return -torch.log(-torch.log(u.clamp(1e-6, 1 - 1e-6)))
