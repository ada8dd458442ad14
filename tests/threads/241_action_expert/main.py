import torch

from policy import FlowPolicy, PolicyConfig


class Arm:
    def __init__(self, cfg):
        self.mix = torch.randn(cfg.act_dim, cfg.obs_dim) * 0.2
        self.frames = torch.randn(1, 3, cfg.obs_dim)

    def apply(self, action):
        last = 0.9 * self.frames[:, -1:] + action @ self.mix
        self.frames = torch.cat([self.frames[:, 1:], last], 1)


class Controller:
    def __init__(self, cfg, execute=2):
        self.cfg = cfg
        self.execute = execute
        self.policy = FlowPolicy(cfg).eval()
        self.plan = torch.compile(self.policy.sample_actions, backend="eager")

    @torch.no_grad()
    def run(self, arm, rounds):
        for r in range(rounds):
            noise = torch.randn(1, self.cfg.chunk, self.cfg.act_dim)
            chunk = self.plan(arm.frames, noise)
            for i in range(self.execute):
                arm.apply(chunk[:, i : i + 1])
            print(f"{r} action {chunk.mean():+.5f} state {arm.frames.norm():.5f}")


if __name__ == "__main__":
    torch.manual_seed(21)
    config = PolicyConfig()
    Controller(config).run(Arm(config), rounds=5)
