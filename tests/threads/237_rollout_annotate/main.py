from dataclasses import dataclass

import torch

from agent import A2CLoss, ActorCritic
from storage import PointEnv, RolloutStorage


@dataclass
class A2CConfig:
    horizon: int = 24
    epochs: int = 4
    rounds: int = 2
    gamma: float = 0.97
    lam: float = 0.9
    value_coef: float = 0.5


@torch.no_grad()
def collect(env, net, storage, cfg):
    storage.begin()
    for _ in range(cfg.horizon):
        obs = env.state
        actions = torch.distributions.Categorical(logits=net(obs)[0]).sample()
        storage.push(obs, actions, env.step(actions))
    return storage.batch()


def main():
    cfg = A2CConfig()
    torch.manual_seed(7)
    env = PointEnv(n_envs=4, obs_dim=6, n_actions=3)
    net = ActorCritic(obs_dim=6, n_actions=3, hidden=32)
    storage = RolloutStorage(cfg.horizon, n_envs=4, obs_dim=6)
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    compute_loss = torch.compile(A2CLoss(net, cfg).compute, backend="aot_eager")

    for r in range(cfg.rounds):
        batch = collect(env, net, storage, cfg)
        print(f"round {r}: mean reward {batch['rewards'].mean():.5f}")
        for e in range(cfg.epochs):
            loss = compute_loss(batch)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            print(f"  epoch {e}: loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
