import torch

from policy import FlowPolicy, PolicyConfig


class ArmController:
    def __init__(self, policy, replan_every=4):
        self.policy = policy.eval()
        self.replan_every = replan_every
        self.plan = torch.compile(policy.sample_actions, backend="aot_eager", fullgraph=True)

    @torch.no_grad()
    def run(self, state, ticks, gen):
        cfg = self.policy.cfg
        for tick in range(ticks):
            if tick % self.replan_every == 0:
                image = torch.rand(1, 3, 32, 32, generator=gen)
                noise = torch.randn(1, cfg.chunk, cfg.action_dim, generator=gen)
                chunk = self.plan(image, state, noise)
                print(f"tick {tick:2d} plan mean {chunk.mean():+.5f} spread {chunk.std():.5f}")
            action = chunk[:, tick % self.replan_every]
            velocity = 0.9 * state[:, cfg.action_dim:] + 0.1 * action
            state = torch.cat([state[:, :cfg.action_dim] + 0.05 * velocity, velocity], dim=-1)
        return state


if __name__ == "__main__":
    torch.manual_seed(31)
    generator = torch.Generator().manual_seed(17)
    config = PolicyConfig()
    controller = ArmController(FlowPolicy(config))
    final = controller.run(torch.zeros(1, config.state_dim), 12, generator)
    print("joints", " ".join(f"{q:+.4f}" for q in final[0, : config.action_dim].tolist()))
