import torch


class PointEnv:
    """Vectorised toy task: push a point back to the origin."""

    def __init__(self, num_envs, obs_dim, horizon=8):
        self.num_envs, self.obs_dim, self.horizon = num_envs, obs_dim, horizon
        self.gen = torch.Generator().manual_seed(17)

    def reset(self):
        self.t = 0
        self.pos = torch.randn(self.num_envs, self.obs_dim, generator=self.gen)
        return self.pos

    def step(self, action):
        self.t += 1
        self.pos = self.pos - 0.2 * (action - 1)[:, None] * self.pos.sign()
        return self.pos, -self.pos.abs().mean(-1), self.t >= self.horizon


class RolloutWorker:
    def __init__(self, model, env, backend="eager"):
        self.memory = model.memory
        self.act = torch.compile(model, backend=backend)
        self.env = env

    @torch.no_grad()
    def collect(self):
        obs, state, done = self.env.reset(), self.memory.start(), False
        rewards, values, logps = [], [], []
        while not done:
            logp, value, state = self.act(obs, state)
            action = logp.argmax(-1)
            obs, reward, done = self.env.step(action)
            rewards.append(reward)
            values.append(value)
            logps.append(logp.gather(1, action[:, None])[:, 0])
        return torch.stack(rewards), torch.stack(values), torch.stack(logps)
