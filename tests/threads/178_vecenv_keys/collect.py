import torch


class Collector:
    def __init__(self, env, agent, seed):
        self.env = env
        self.agent = agent
        self.gen = torch.Generator().manual_seed(seed)
        self.obs = env.observe()
        self.reward_sum = 0.0

    def step(self):
        action = self.agent.act(self.obs, self.gen)
        nxt, reward, done, info = self.env.step(action)
        batch = {"obs": self.obs, "action": action, "reward": reward, "next_obs": nxt, "done": done}
        batch.update(info)
        self.obs = nxt
        self.reward_sum += reward.mean().item()
        return batch
