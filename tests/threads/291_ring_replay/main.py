import torch
import torch.nn as nn
from collector import CollectConfig, Collector, PointMass
from replay import ReplayBuffer


def critic_update(critic, opt, obs, act, rew, nxt, gamma=0.97):
    with torch.no_grad():
        target = rew + gamma * critic(torch.cat([nxt, act], -1)).squeeze(-1)
    loss = (critic(torch.cat([obs, act], -1)).squeeze(-1) - target).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def main():
    torch.manual_seed(5)
    gen = torch.Generator().manual_seed(11)
    cfg = CollectConfig()
    buffer = ReplayBuffer(32, cfg.obs_dim, cfg.act_dim, reward_scale=0.5)
    actor = nn.Sequential(nn.Linear(cfg.obs_dim, 16), nn.Tanh(), nn.Linear(16, cfg.act_dim), nn.Tanh())
    collector = Collector(cfg, actor, PointMass(cfg.obs_dim, cfg.act_dim, gen), buffer)
    critic = nn.Linear(cfg.obs_dim + cfg.act_dim, 1)
    opt = torch.optim.SGD(critic.parameters(), lr=0.01)
    obs = torch.randn(cfg.num_envs, cfg.obs_dim, generator=gen)
    for epoch in range(3):
        obs, returns = collector.rollout(obs, gen)
        loss = critic_update(critic, opt, *buffer.sample(16, gen))
        print(f"epoch {epoch} return {returns.sum():.5f} critic {loss:.5f} cursor {int(buffer.writer.cursor)}")
    print("store", f"{buffer.store.rew.sum():.5f}", f"{buffer.store.obs.abs().mean():.5f}")


if __name__ == "__main__":
    main()
