"""Actor-critic on a vector of small reach-the-goal environments."""
import torch

from agent import Agent
from collect import Collector
from learn import Learner
from vecenv import ReachVec


def main():
    torch.manual_seed(33)
    env = ReachVec(n=12, limit=9, seed=2)
    agent = Agent(obs_dim=4, n_actions=4, hidden=32)
    collector = Collector(env, agent, seed=7)
    learner = Learner(agent, lr=4e-3, gamma=0.95)

    first = None
    for it in range(40):
        batch = collector.step()
        stats = learner.update(batch)
        first = stats if first is None else first
        if it % 10 == 9:
            print(f"iteration {it + 1:3d}  loss {stats['loss']:.4f}  value {stats['value']:+.4f}")

    print(f"episodes {env.finished}  truncated {env.cut}")
    print(f"return per step {collector.reward_sum / 40:.4f}")
    print(f"first loss {first['loss']:.4f}")


if __name__ == "__main__":
    main()
