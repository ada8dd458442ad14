import torch

from policy import FlowPolicy, PolicyConfig


def main():
    torch.manual_seed(0)
    cfg = PolicyConfig()
    policy = FlowPolicy(cfg).eval()
    sample = torch.compile(policy.sample_actions, backend="eager")
    with torch.no_grad():
        for episode in range(3):
            obs = torch.randn(2, 5, cfg.obs_dim)
            noise = torch.randn(2, cfg.chunk, cfg.action_dim)
            actions = sample(obs, noise)
            print(f"episode {episode} mean {actions.mean():.5f} norm {actions.norm():.5f}")


if __name__ == "__main__":
    main()
