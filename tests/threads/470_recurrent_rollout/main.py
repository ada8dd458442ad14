import torch

from policy import ActorCritic, PolicyConfig
from worker import PointEnv, RolloutWorker


def returns(rewards, gamma=0.97):
    out = torch.zeros_like(rewards)
    acc = torch.zeros_like(rewards[0])
    for t in range(len(rewards) - 1, -1, -1):
        acc = rewards[t] + gamma * acc
        out[t] = acc
    return out


def main():
    torch.manual_seed(29)
    cfg = PolicyConfig()
    model = ActorCritic(cfg)
    worker = RolloutWorker(model, PointEnv(cfg.num_envs, cfg.obs_dim))
    for episode in range(3):
        rewards, values, logps = worker.collect()
        adv = returns(rewards) - values
        print(episode, f"return {rewards.sum(0).mean():.5f}", f"adv {adv.mean():.5f}",
              f"logp {logps.mean():.5f}")


if __name__ == "__main__":
    main()
