import torch

from rollout import Roller
from world import WorldConfig, WorldModel


def drift(video):
    return (video[:, 1:] - video[:, :-1]).abs().mean(dim=(0, 2))


def main():
    torch.manual_seed(3)
    cfg = WorldConfig()
    model = WorldModel(cfg).eval()
    roller = Roller(model, batch=3, compile_backend="eager")
    print("cache bytes", roller.cache.nbytes())
    for episode in range(2):
        first = torch.randn(3, cfg.chunk, cfg.dim)
        actions = torch.randint(0, cfg.actions, (3, 14))
        video = roller.run(first, actions)
        print(f"episode {episode} mean {video.mean().item():+.5f} last {video[:, -1].std().item():.5f}")
        print("  drift", [round(v, 4) for v in drift(video)[:6].tolist()])


if __name__ == "__main__":
    main()
