import torch

from arm import ArmConfig, PlanarArm
from replay import ReplayCheck


class Runner:
    def __init__(self, cfg: ArmConfig, batch: int = 32):
        self.cfg = cfg
        self.batch = batch
        self.arm = PlanarArm(cfg)
        self.step = torch.compile(self.arm.step, backend="eager")

    def reset(self):
        q = torch.rand(self.batch, len(self.cfg.links)) - 0.5
        goal = torch.randn(self.batch, 2) * 0.3 + 0.4
        return q, torch.zeros_like(q), goal

    def episode(self) -> torch.Tensor:
        q, qd, goal = self.reset()
        frames = []
        for _ in range(self.cfg.steps):
            q, qd = self.step(q, qd, goal)
            frames.append((self.arm.tip(q) - goal).norm(dim=-1))
        return torch.stack(frames)


def main():
    torch.manual_seed(0)
    runner = Runner(ArmConfig())
    check = ReplayCheck()
    for epoch in range(1, 8):
        error = runner.episode()
        check.after_epoch(epoch, runner)
        print(f"epoch {epoch}  start {error[0].mean().item():.4f}  end {error[-1].mean().item():.4f}")
    print("replays", check.history)


if __name__ == "__main__":
    main()
