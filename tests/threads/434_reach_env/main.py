import torch
from torch import nn

from env import ArmEnv, EnvConfig


class Agent(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs_dim, 32), nn.Tanh(), nn.Linear(32, act_dim))

    def forward(self, obs):
        return self.net(obs)


class Collector:
    def __init__(self, env, agent, backend="eager"):
        self.env, self.agent = env, agent
        self.env_step = torch.compile(env.step, backend=backend)
        self.act = torch.compile(agent, backend=backend)

    @torch.no_grad()
    def rollout(self):
        state = self.env.reset()
        rewards, successes = [], []
        for _ in range(self.env.cfg.max_steps):
            state = self.env_step(state, self.act(state["obs"]))
            rewards.append(state["reward"])
            successes.append(state["success"])
        return self.env.task.summary(rewards, successes)


def perturb(agent, scale):
    noise = [scale * torch.randn_like(p) for p in agent.parameters()]
    for p, n in zip(agent.parameters(), noise):
        p.data.add_(n)
    return noise


def main():
    torch.manual_seed(4)
    cfg = EnvConfig()
    env = ArmEnv(cfg, seed=9)
    agent = Agent(2 * cfg.links + 2, cfg.links)
    collector = Collector(env, agent)
    best, _ = collector.rollout()
    for episode in range(6):
        noise = perturb(agent, 0.2)
        ret, reached = collector.rollout()
        if ret > best:
            best = ret
        else:
            for p, n in zip(agent.parameters(), noise):
                p.data.sub_(n)
        print(f"episode {episode} return {ret.item():+.4f} best {best.item():+.4f} reached {reached.item():.3f}")


if __name__ == "__main__":
    main()
