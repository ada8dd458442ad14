import torch


class PointMassEnv:
    def __init__(self, cfg, generator):
        self.cfg = cfg
        self.generator = generator
        self.state = torch.zeros(cfg.num_envs, cfg.obs_dim)

    def reset(self):
        self.state = torch.randn(self.cfg.num_envs, self.cfg.obs_dim, generator=self.generator)
        return self.state

    def step(self, action):
        push = torch.cat([action, -action, 0.5 * action], dim=-1)
        self.state = 0.95 * self.state + 0.1 * push
        return self.state, -self.state.pow(2).mean(dim=-1)


@torch.no_grad()
def collect(env, actor, cfg, generator):
    obs = env.reset()
    columns = {"obs": [], "action": [], "logp": [], "reward": []}
    for _ in range(cfg.horizon):
        mean = actor(obs)
        noise = torch.randn(mean.shape, generator=generator)
        action = mean + noise
        columns["obs"].append(obs)
        columns["action"].append(action)
        columns["logp"].append(-0.5 * noise.pow(2).sum(-1))
        obs, reward = env.step(action)
        columns["reward"].append(reward)
    batch = {name: torch.stack(values) for name, values in columns.items()}
    batch["last_obs"] = obs
    return batch
