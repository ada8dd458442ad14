import torch

from agent import Reinforce
from env import PointMass


def gumbel(shape, gen):
    return -torch.log(-torch.log(torch.rand(shape, generator=gen).clamp(1e-6, 1 - 1e-6)))


def run(episodes=4, horizon=7):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    env = PointMass()
    agent = Reinforce(env.num_actions)
    for number in range(episodes):
        obs = env.reset()
        for _ in range(horizon):
            action = agent.act(obs, gumbel((env.num_envs, env.num_actions), gen))
            obs, reward = env.step(action)
            agent.observe(reward)
        loss, total = agent.update()
        print(f"episode {number} loss {loss:.5f} return {total:.4f}")


if __name__ == "__main__":
    run()
