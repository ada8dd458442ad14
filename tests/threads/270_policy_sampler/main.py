import torch

from policy import DiffusionPolicy, PolicyConfig


def arm(state: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
    joints = state[:, :3] + 0.1 * action
    return torch.cat([joints, joints.sin()[:, :2]], dim=1)


if __name__ == "__main__":
    torch.manual_seed(31)
    policy = DiffusionPolicy(PolicyConfig(), seed=4)
    state = torch.randn(4, 5)
    for step in range(7):
        action = policy.select_action(state)
        state = arm(state, action)
        print(step, f"{action.norm().item():.5f} {state.mean().item():.5f}")
