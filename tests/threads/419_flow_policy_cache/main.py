import torch

from configuration import FlowPolicyConfig
from modeling import FlowPolicy


class Controller:
    """Serves one action at a time out of the last predicted chunk."""

    def __init__(self, policy, cfg):
        self.cfg = cfg
        self.sample = torch.compile(policy.sample_actions, backend=cfg.backend)
        self.queue = []

    @torch.no_grad()
    def select_action(self, images, state):
        if not self.queue:
            noise = torch.randn(state.shape[0], self.cfg.chunk_size, self.cfg.action_dim)
            self.queue = list(self.sample(images, state, noise).unbind(1))
        return self.queue.pop(0)


def main():
    torch.manual_seed(5)
    cfg = FlowPolicyConfig()
    controller = Controller(FlowPolicy(cfg).eval(), cfg)
    state = torch.randn(2, cfg.state_dim)
    for step in range(12):
        images = torch.randn(2, cfg.image_tokens, cfg.width)
        action = controller.select_action(images, state)
        state = 0.9 * state + 0.1 * torch.cat([action, action[:, :3]], dim=-1)
        if step % 4 == 0:
            print(f"step {step} action {action.norm():.5f} state {state.sum():.5f}")


if __name__ == "__main__":
    main()
