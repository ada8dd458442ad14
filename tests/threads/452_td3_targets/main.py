import torch

from agent import Agent, TD3Config


class Replay:
    def __init__(self, cfg: TD3Config, size: int, gen: torch.Generator):
        self.gen = gen
        self.obs = torch.randn(size, cfg.obs_dim, generator=gen)
        self.act = torch.rand(size, cfg.act_dim, generator=gen) * 2 - 1
        drift = torch.randn(size, cfg.obs_dim, generator=gen) * 0.1
        self.next_obs = self.obs * 0.9 + drift + self.act.mean(1, keepdim=True) * 0.2
        self.reward = -self.next_obs.square().mean(1)
        self.done = self.next_obs.abs().amax(1) > 2.2

    def sample(self, count: int):
        rows = torch.randint(0, len(self.obs), (count,), generator=self.gen)
        return self.obs[rows], self.act[rows], self.reward[rows], self.next_obs[rows], self.done[rows]


def main(updates: int = 40):
    torch.manual_seed(9)
    cfg = TD3Config()
    replay = Replay(cfg, 512, torch.Generator().manual_seed(10))
    agent = Agent(cfg, backend="eager")
    for step in range(updates):
        loss = agent.update(replay.sample(32))
        if step % 10 == 9:
            print(f"update {step + 1} critic loss {loss:.4f}")
    act = agent.online.actor(replay.obs[:64])
    print(f"mean action {act.mean().item():.4f} spread {act.std().item():.4f}")


if __name__ == "__main__":
    main()
