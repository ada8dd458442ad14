import torch


class PointMass:
    def __init__(self, count, seed):
        gen = torch.Generator().manual_seed(seed)
        self.pos = torch.rand(count, 2, generator=gen) * 2 - 1
        self.vel = torch.zeros(count, 2)

    def observe(self):
        dist = self.pos.norm(dim=1, keepdim=True)
        return torch.cat([self.pos, self.vel, dist], dim=1)

    def step(self, action):
        self.vel = 0.9 * self.vel + 0.1 * action
        self.pos = self.pos + 0.1 * self.vel
        return -self.pos.norm(dim=1) - 0.01 * action.pow(2).sum(dim=1)


class Collector:
    def __init__(self, explorer, schedule, backend="eager"):
        self.act = torch.compile(explorer, backend=backend)
        self.schedule = schedule
        self.actions = []
        self.rewards = []

    @torch.no_grad()
    def run(self, env, steps):
        for i in range(steps):
            action = self.act(env.observe(), self.schedule.at(i))
            self.rewards.append(env.step(action))
            self.actions.append(action)
        return torch.stack(self.rewards[-steps:])
