import torch

from agent import Agent
from env import LineWorld
from scale import RunningScale


def collect(agent, env, steps):
    obs, acts, rews = [], [], []
    state = env.reset()
    for _ in range(steps):
        with torch.no_grad():
            action = agent.act(state)
        nxt, reward = env.step(action)
        obs.append(state)
        acts.append(action)
        rews.append(reward)
        state = nxt
    return torch.stack(obs), torch.stack(acts), torch.stack(rews)


def main():
    torch.manual_seed(11)
    env = LineWorld(envs=8)
    agent = Agent(obs_dim=3, actions=3, scale=RunningScale(momentum=0.9))
    opt = torch.optim.SGD(agent.parameters(), lr=0.02)
    loss_fn = torch.compile(agent.loss, backend="aot_eager")
    for it in range(5):
        obs, acts, rews = collect(agent, env, steps=16)
        loss, info = loss_fn(obs, acts, rews)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"iter {it} loss {loss.item():.5f} entropy {info['entropy'].item():.5f} reward {rews.mean().item():.5f}")


if __name__ == "__main__":
    main()
