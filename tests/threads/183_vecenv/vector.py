import torch


class SyncVector:
    """Runs several environments in step and resets those which have ended."""

    def __init__(self, envs):
        self.envs = envs
        self.episodes = 0

    def reset(self):
        return torch.tensor([e.reset() for e in self.envs])

    def step(self, actions):
        obs, rewards, done = [], [], []
        info = {"final_obs": [None] * len(self.envs), "steps": len(self.envs)}
        for i, (env, a) in enumerate(zip(self.envs, actions)):
            o, r, d = env.step(a)
            if d:
                info["final_obs"][i] = torch.tensor(o)
                self.episodes += 1
                o = env.reset()
            obs.append(o)
            rewards.append(r)
            done.append(d)
        return torch.tensor(obs), torch.tensor(rewards), torch.tensor(done), info
