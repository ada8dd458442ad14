import torch

from policy import FlowPolicy, PolicyConfig


class ReachEnv:
    """Point arms that are pushed towards a goal."""

    def __init__(self, count, generator):
        self.pos = torch.zeros(count, 2)
        self.vel = torch.zeros(count, 2)
        self.goal = torch.randn(count, 2, generator=generator)

    def observe(self):
        return torch.cat([self.pos, self.vel, self.goal], dim=1)

    def step(self, action, dt=0.1):
        self.vel = 0.9 * self.vel + dt * action
        self.pos = self.pos + dt * self.vel
        return (self.goal - self.pos).norm(dim=1)


@torch.no_grad()
def main():
    torch.manual_seed(3)
    config = PolicyConfig()
    policy = FlowPolicy(config).eval()
    plan = torch.compile(policy.sample_actions, backend="eager")
    gen = torch.Generator().manual_seed(9)
    env = ReachEnv(3, gen)
    for replan in range(4):
        noise = torch.randn(3, config.horizon, config.action_dim, generator=gen)
        actions = plan(env.observe(), noise)
        for t in range(config.horizon):
            distance = env.step(actions[:, t])
        print(f"replan {replan} action {actions.mean().item():+.5f} distance {distance.mean().item():.5f}")


if __name__ == "__main__":
    main()
