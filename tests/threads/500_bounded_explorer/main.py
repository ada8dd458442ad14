import torch

from envs import PointEnv
from noise import StdSchedule
from policy import Actor


def discounted(rewards, gamma=0.97):
    total = torch.zeros_like(rewards[0])
    for reward in reversed(rewards):
        total = reward + gamma * total
    return total


@torch.no_grad()
def rollout(act, env, schedule, steps):
    rewards, spread = [], []
    for step in range(steps):
        action = act(env.observe(), schedule(step))
        rewards.append(env.step(action))
        spread.append(action.std())
    return discounted(rewards), torch.stack(spread)


def main():
    torch.manual_seed(0)
    actor = Actor(4, 2)
    act = torch.compile(actor.explore, backend="inductor", fullgraph=True)
    returns, spread = rollout(act, PointEnv(16, seed=2), StdSchedule(0.8, 0.1, 20), 25)
    print(f"return {returns.mean().item():.3f} best {returns.max().item():.3f}")
    print(f"spread {spread[0].item():.3f} {spread[-1].item():.3f}")


if __name__ == "__main__":
    main()
