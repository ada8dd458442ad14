"""Walk a batch of quadrupeds for some steps and print the cost terms."""
import torch

from body import Trunk
from gait import LEGS
from planner import Planner


@torch.no_grad()
def main():
    torch.manual_seed(3)
    planner = Planner("walk", backend="eager")
    trunk = Trunk.standing(16)
    trunk = planner.rollout(trunk, 60)
    for name, value in planner.summary().items():
        print(f"{name:8s} {value:.4f}")
    heights = [planner.clock.swing_height(i) for i in range(len(LEGS))]
    print("swing", " ".join(f"{h:.3f}" for h in heights))
    print("x", f"{trunk.pos[:, 0].mean().item():.3f}")


if __name__ == "__main__":
    main()
