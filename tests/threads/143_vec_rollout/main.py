"""Policy gradient on a vector of tiny point-mass environments."""
import torch

from agent import Agent
from rollout import collect, evaluate
from vecenv import VecPoint


def main():
    torch.manual_seed(4)
    env = VecPoint(16)
    agent = Agent(obs=4, act=2)
    opt = torch.optim.SGD(agent.parameters(), lr=0.02)
    history = []
    for epoch in range(3):
        obs, noise, returns = collect(agent, env, steps=5)
        mean = agent.net(obs)
        logp = -0.5 * ((mean - (mean + noise).detach()) / agent.sigma).pow(2).sum(-1)
        loss = -(logp * (returns - returns.mean())).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        history.append(evaluate(agent, env, steps=5))
    print("returns", ["%.4f" % h for h in history])
    print("norm %.5f" % sum(p.norm().item() for p in agent.parameters()))


if __name__ == "__main__":
    main()
