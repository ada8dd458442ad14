"""Behaviour cloning of a scripted reacher with an ACT-like policy."""
import torch

from policy import ActPolicy
from train import KLSchedule, PolicyConfig, Trainer


def demonstrations(config, count, seed):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        obs = torch.randn(16, config.obs_dim, generator=gen)
        goal = obs[:, : config.action_dim]
        ramp = torch.linspace(0.2, 1.0, config.chunk).view(1, -1, 1)
        length = torch.randint(3, config.chunk + 1, (16, 1), generator=gen)
        yield {
            "obs": obs,
            "action": goal.unsqueeze(1) * ramp,
            "is_pad": torch.arange(config.chunk) >= length,
            "noise": torch.randn(16, config.latent, generator=gen),
        }


def main():
    torch.manual_seed(1)
    config, schedule = PolicyConfig(), KLSchedule()
    policy = ActPolicy(config, schedule)
    policy.compile(backend="aot_eager")
    means = Trainer(policy, schedule).run(demonstrations(config, 8, seed=3))
    for name, value in means.items():
        print(f"{name} {value:.5f}")
    action = policy.act(torch.ones(1, config.obs_dim))
    print(f"first action {action[0, 0, 0].item():.5f}")


if __name__ == "__main__":
    main()
