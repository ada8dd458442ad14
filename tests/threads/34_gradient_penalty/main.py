"""A critic with a gradient penalty, compiled (torchmd-net#307, pytorch#91469)."""
import torch
import torch.nn as nn

from adversaries import Adversaries
from penalty import gradient_penalty


@torch.compile(backend="aot_eager")
def wasserstein(real, fake):
    return fake.mean() - real.mean()


@torch.compile(backend="aot_eager")
def ring(angle, noise):
    return torch.stack([angle.cos(), angle.sin()], -1) + 0.05 * noise


def main():
    torch.manual_seed(0)
    nets = Adversaries(noise=3, dim=2, hidden=8)
    opt_d = torch.optim.Adam(nets.critic.parameters(), lr=0.01)
    opt_g = torch.optim.Adam(nets.generator.parameters(), lr=0.01)
    for _ in range(3):
        real = ring(6.28 * torch.rand(16), torch.randn(16, 2))
        fake = nets.sample(16)
        loss = wasserstein(nets.judge(real), nets.judge(fake.detach()))
        penalty = gradient_penalty(nets, real, fake.detach())
        opt_d.zero_grad()
        (loss + 10 * penalty).backward()
        opt_d.step()
        opt_g.zero_grad()
        (-nets.judge(nets.sample(16)).mean()).backward()
        opt_g.step()
        print(f"{loss.item():.4f} {penalty.item():.4f}")


if __name__ == "__main__":
    main()
