"""REINFORCE on a small bandit-like task; the loss is compiled."""
import torch

from agent import Policy, policy_loss
from env import Bandit
from stats import Running


def rollout(policy, env, n):
    with torch.no_grad():
        obs = env.observe(n)
        actions = torch.multinomial(policy(obs).softmax(-1), 1, generator=env.g).squeeze(1)
    return obs, actions, env.reward(obs, actions)


def main():
    torch.manual_seed(0)
    env = Bandit(arms=4, seed=7)
    policy = Policy(obs=6, arms=4)
    opt = torch.optim.Adam(policy.parameters(), lr=3e-2)
    running = Running()
    for i in range(16):
        obs, actions, rewards = rollout(policy, env, 32)
        loss = policy_loss(policy, obs, actions, rewards)
        opt.zero_grad()
        loss.backward()
        opt.step()
        running.add(rewards.mean().item())
        if i % 4 == 3:
            print(f"update {i + 1}  loss {loss.item():.5f}  reward {running.mean:.5f}")


if __name__ == "__main__":
    main()
