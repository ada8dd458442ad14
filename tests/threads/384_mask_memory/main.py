import torch

from tracker import Tracker


def clip(frames, size=32):
    """A bright square that drifts over a noisy background."""
    video = 0.1 * torch.randn(frames, 1, 1, size, size)
    for i in range(frames):
        video[i, :, :, 4 + i : 14 + i, 6 + i : 16 + i] += 1.0
    mask = torch.zeros(1, 1, size, size)
    mask[:, :, 4:14, 6:16] = 1.0
    return video, mask


@torch.no_grad()
def run(tracker, video, mask):
    tracker.start(video[0], mask)
    areas = []
    for frame in video[1:]:
        probability = tracker.track(frame).sigmoid()
        areas.append(probability.mean().item())
    return areas


def main():
    torch.manual_seed(21)
    tracker = Tracker()
    for index in range(2):
        areas = run(tracker, *clip(6))
        print(f"clip {index}", " ".join(f"{a:.5f}" for a in areas))
        print(f"memory {tracker.memory.float().norm().item():.4f}")


if __name__ == "__main__":
    main()
