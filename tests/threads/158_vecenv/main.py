"""Tiny A2C on a vectorised point-mass environment."""
import torch

from agent import Agent
from envs import PointMassVec
from normkit import RunningNorm
from schedule import LinearSchedule


def discounted(rewards, gamma=0.95):
    out, acc = [], torch.zeros_like(rewards[0])
    for r in reversed(rewards):
        acc = r + gamma * acc
        out.append(acc)
    return torch.stack(out[::-1])


def main():
    torch.manual_seed(0)
    envs = PointMassVec(n=16, seed=1)
    agent = Agent(envs.obs_dim, envs.n_actions, RunningNorm(envs.obs_dim))
    agent.explore = LinearSchedule(0.5, 0.05, 4)
    opt = torch.optim.Adam(agent.parameters(), lr=3e-3)

    for it in range(4):
        obs = envs.reset()
        rewards, logps, values = [], [], []
        for _ in range(5):
            action, logp, value = agent.act(obs)
            obs, rew = envs.step(action)
            rewards.append(rew)
            logps.append(logp)
            values.append(value)
        ret = discounted(rewards)
        values, logps = torch.stack(values), torch.stack(logps)
        adv = ret - values
        loss = -(logps * adv.detach()).mean() + 0.5 * adv.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        agent.explore.tick()
        print(f"iter {it} return {ret[0].mean():.4f} loss {loss:.4f}")
    print(f"norm count {agent.norm.count.item():.0f}")


if __name__ == "__main__":
    main()
