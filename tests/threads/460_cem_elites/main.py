import torch

from dynamics import Arm, ArmConfig
from planner import CEMPlanner, PlannerConfig


def control(planner, arm, target, steps):
    q, v = torch.tensor([0.1, 0.2]), torch.zeros(2)
    for t in range(steps):
        action, cost = planner.act((q, v), target)
        q, v = arm.step(q, v, action)
        gap = (arm.tip(q) - target).norm()
        print(f"t={t} cost={cost.item():.4f} gap={gap.item():.4f}")


if __name__ == "__main__":
    torch.manual_seed(3)
    arm = Arm(ArmConfig())
    control(CEMPlanner(arm, PlannerConfig()), arm, torch.tensor([0.5, 1.4]), 5)
