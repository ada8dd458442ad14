"""Track a robot between three beacons with a particle filter."""
import torch

from cloud import Cloud
from tracker import Tracker
from world import drive


def main():
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(41)
    cloud = Cloud(pos=torch.rand(200, 2, generator=gen) * 4 - 2, weight=torch.full((200,), 1 / 200))
    tracker = Tracker(cloud, noise=0.15)
    error = 0.0
    for t, (true, move, ranges) in enumerate(drive(8, gen)):
        jitter = torch.randn(200, 2, generator=gen) * 0.05
        offset = torch.rand((), generator=gen)
        guess, spread = tracker.advance(move, ranges, jitter, offset)
        error += (guess - true).norm().item()
        if t % 2 == 1:
            print(f"t {t} guess {guess[0].item():.3f} {guess[1].item():.3f} ess {spread.item():.1f}")
    print(f"mean error {error / 8:.4f}")


if __name__ == "__main__":
    main()
