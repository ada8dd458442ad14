import logging

import torch

from agent import Agent
from envs import Corridors
from rollout import episode
from schedule import Cooling, Rate


def main():
    logging.basicConfig(level=logging.WARNING)
    torch.manual_seed(7)
    env = Corridors(count=16, length=9, seed=7)
    agent = Agent(length=9)
    opt = torch.optim.Adam(agent.net.parameters(), lr=0.02)
    cooling = Cooling(hot=2.0, cold=0.1, episodes=9)
    rate = Rate(0.02, 0.9)
    returns = []
    for n in range(12):
        for group in opt.param_groups:
            group["lr"] = rate(n)
        total, surprise = episode(env, agent, cooling.chooser(n), opt)
        returns.append(total)
    print(f"first return {returns[0]:.3f}  last {returns[-1]:.3f}")
    print(f"surprise {surprise:.4f}  lr {opt.param_groups[0]['lr']:.5f}")


if __name__ == "__main__":
    main()
