import torch
from torch import nn

from kinematics import tip_positions
from robot import RobotModel, RobotSpec


class ReachPolicy(nn.Module):
    """Maps tip targets to joint angles, trained through the kinematics."""

    def __init__(self, robot: RobotModel, hidden: int = 32):
        super().__init__()
        self.robot = robot
        self.net = nn.Sequential(
            nn.Linear(2 * robot.leaves.numel(), hidden),
            nn.Tanh(),
            nn.Linear(hidden, robot.num_bodies),
        )

    def forward(self, targets: torch.Tensor):
        q = self.robot.limit * torch.tanh(self.net(targets.flatten(1)))
        tips = tip_positions(self.robot, q)[..., :2]
        return q, (tips - targets).pow(2).sum(-1).mean()


def sample_targets(robot, gen, batch=16):
    q = (torch.rand(batch, robot.num_bodies, generator=gen) - 0.5) * robot.limit
    return tip_positions(robot, q)[..., :2]


def main():
    torch.manual_seed(4)
    gen = torch.Generator().manual_seed(4)
    robot = RobotModel(RobotSpec())
    policy = ReachPolicy(robot)
    step_fn = torch.compile(policy, backend="aot_eager", fullgraph=True)
    opt = torch.optim.Adam(policy.parameters(), lr=1e-2)
    for step in range(8):
        q, loss = step_fn(sample_targets(robot, gen))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"step {step} loss {loss.item():.5f} |q| {q.abs().mean().item():.4f}")


if __name__ == "__main__":
    main()
