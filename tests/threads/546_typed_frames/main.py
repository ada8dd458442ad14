import torch

from schema import TrackerSettings, describe
from tracker import Tracker, follow


def path_length(track):
    return (track[:, 1:] - track[:, :-1]).norm(dim=-1).sum(dim=-1)


def main():
    torch.manual_seed(8)
    settings = TrackerSettings()
    print(describe(settings))
    model = Tracker(settings).eval()
    step = torch.compile(model, backend="eager")
    clips = torch.randn(3, 4, settings.frames, settings.features)
    with torch.no_grad():
        for clip in clips:
            track, energy = follow(step, model, clip)
            print(f"length {path_length(track).mean().item():.4f}")
    print(f"energy {energy.mean().item():.4f}")


if __name__ == "__main__":
    main()
