import torch

from config import PPOConfig
from losses import ClipPPOLoss, mlp
from rollout import PointMassEnv, collect


def main():
    torch.manual_seed(11)
    cfg = PPOConfig()
    generator = torch.Generator().manual_seed(3)
    actor = mlp(cfg.obs_dim, cfg.hidden, cfg.act_dim)
    critic = mlp(cfg.obs_dim, cfg.hidden, 1)
    loss_fn = torch.compile(ClipPPOLoss(cfg, actor, critic), backend="aot_eager")
    optimizer = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=cfg.lr)
    env = PointMassEnv(cfg, generator)
    for iteration in range(cfg.iterations):
        batch = collect(env, actor, cfg, generator)
        for _ in range(cfg.epochs):
            loss = loss_fn(batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"iter {iteration} return {batch['reward'].sum(0).mean():.5f} loss {loss.item():.6f}")


if __name__ == "__main__":
    main()
