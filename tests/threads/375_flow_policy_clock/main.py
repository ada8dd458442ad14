import torch

from config import PolicyConfig
from policy import FlowPolicy


class PointArm:
    def __init__(self, cfg, generator):
        self.mix = 0.2 * torch.randn(cfg.action_dim, cfg.state_dim, generator=generator)
        self.state = torch.randn(2, cfg.state_dim, generator=generator)

    def step(self, action):
        self.state = 0.95 * self.state + action @ self.mix
        return self.state


@torch.no_grad()
def rollout(policy, cfg, horizon=12):
    generator = torch.Generator().manual_seed(3)
    env = PointArm(cfg, generator)
    queue, travelled = [], 0.0
    for t in range(horizon):
        if not queue:
            noise = torch.randn(2, cfg.chunk, cfg.action_dim, generator=generator)
            plan = policy(env.state, noise)
            queue = list(plan.unbind(1))[: cfg.replan_every]
            print(f"t={t:02d} plan mean {plan.mean().item():+.5f} std {plan.std().item():.5f}")
        before = env.state
        travelled += (env.step(queue.pop(0)) - before).norm().item()
    return travelled


def main():
    torch.manual_seed(0)
    cfg = PolicyConfig()
    policy = FlowPolicy(cfg)
    policy = torch.compile(policy, backend=cfg.backend)
    print(f"travelled {rollout(policy, cfg):.5f}")


if __name__ == "__main__":
    main()
