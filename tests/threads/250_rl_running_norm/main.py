import torch

from agent import Agent, AgentConfig
from envs import PointMassVec


@torch.no_grad()
def collect(env, agent, steps, gen):
    obs = env.reset()
    running_return = torch.zeros(env.num_envs)
    rewards, values = [], []
    for _ in range(steps):
        noise = torch.randn(env.num_envs, env.act_dim, generator=gen)
        action, value = agent.act(obs, noise)
        obs, reward = env.step(action)
        shaped, running_return = agent.shape_reward(reward, running_return)
        rewards.append(shaped)
        values.append(value)
    return torch.stack(rewards), torch.stack(values)


def main():
    torch.manual_seed(5)
    env = PointMassVec(num_envs=16, seed=5)
    agent = Agent(AgentConfig(), env)
    gen = torch.Generator().manual_seed(9)
    for it in range(3):
        rewards, values = collect(env, agent, steps=10, gen=gen)
        print(f"iter {it} reward={rewards.mean():.5f} value={values.mean():.5f}")
    print(f"obs mean {agent.obs_norm.mean.norm():.5f} return var {agent.ret_norm.var:.5f}")


if __name__ == "__main__":
    main()
