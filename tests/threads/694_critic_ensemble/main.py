import torch

from agent import Agent
from replay import Replay


def main():
    torch.manual_seed(3)
    replay = Replay(512, obs_dim=6, act_dim=2, seed=5)
    agent = Agent(obs_dim=6, act_dim=2, seed=9)
    history = [agent.update(replay.sample(32)) for _ in range(12)]
    for n in (0, 5, 11):
        print(f"update {n + 1}: loss {history[n]:.4f}")
    with torch.no_grad():
        batch = replay.sample(64)
        spread = agent.critics(batch.obs, batch.action).std(0).mean()
    print(f"ensemble spread {spread.item():.4f}")


if __name__ == "__main__":
    main()
