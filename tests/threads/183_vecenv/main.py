"""Advantage actor-critic on a small vector environment."""
import torch

from agent import Agent
from cartline import LineWorld
from rollout import collect
from vector import SyncVector


def main():
    torch.manual_seed(7)
    envs = SyncVector([LineWorld(seed=i, horizon=2 + i) for i in range(3)])
    agent = Agent(obs_dim=3, n_actions=2)
    opt = torch.optim.SGD(agent.parameters(), lr=0.05)
    for it in range(3):
        batch = collect(envs, agent, n_steps=12)
        logp, value = agent.evaluate(batch["obs"], batch["act"])
        adv = batch["target"] - value
        loss = -(logp * adv.detach()).mean() + 0.5 * adv.pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"iter {it}: loss {loss.item():.4f} mean target {batch['target'].mean():.4f}")
    print(f"episodes {envs.episodes}")


if __name__ == "__main__":
    main()
