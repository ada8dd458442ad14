import torch

from policy import PolicyConfig, ReachPolicy
from telemetry import telemetry


class ArmSim:
    """Double integrator per joint with viscous friction."""

    def __init__(self, num_envs, joints, dt=0.02):
        self.q = torch.zeros(num_envs, joints)
        self.qd = torch.zeros(num_envs, joints)
        self.dt = dt

    def observe(self):
        return torch.cat([self.q, self.qd], dim=-1)

    @telemetry.timed("sim")
    def step(self, torque):
        self.qd = self.qd + self.dt * (torque - 0.1 * self.qd)
        self.q = self.q + self.dt * self.qd


@torch.no_grad()
def rollout(policy, sim, goal, state, steps):
    for step in range(steps):
        torque, state = policy(sim.observe(), goal, state)
        sim.step(torque)
        if step % 5 == 4:
            print(f"step {step + 1} |q| {sim.q.abs().mean():.6f} |tau| {torque.abs().mean():.6f}")
    return state


def main():
    torch.manual_seed(7)
    cfg, num_envs = PolicyConfig(), 16
    policy = torch.compile(ReachPolicy(cfg).eval(), backend="eager")
    sim = ArmSim(num_envs, cfg.joints)
    goal = torch.randn(num_envs, cfg.goal_dim)
    state = rollout(policy, sim, goal, torch.zeros(num_envs, cfg.hidden), steps=20)
    print(f"state {state.sum():.5f}")
    telemetry.report()


if __name__ == "__main__":
    main()
