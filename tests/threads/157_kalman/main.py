"""Track targets from a mixed radar / sonar / lidar stream with a bank of linear Kalman filters."""
import torch

from models import MotionModel, default_priors
from stream import SensorStream
from tracker import Tracker


def position_rmse(states, truth):
    return (states[:, :2] - truth).pow(2).sum(-1).mean().sqrt()


def main():
    torch.manual_seed(11)
    model = MotionModel(dt=0.1, accel_noise=0.5)
    tracker = Tracker(model, default_priors(n_targets=6))
    stream = SensorStream(n_targets=6, n_frames=14, seed=3)
    last = None
    for frame in stream:
        tracker.advance(frame)
        last = frame
    rmse = position_rmse(tracker.bank.mean, last.truth)
    spread = tracker.bank.cov.diagonal(dim1=-2, dim2=-1).sum()
    print(f"frames={tracker.frames} rmse={rmse:.4f} spread={spread:.4f}")
    for name in sorted(tracker.gated):
        print(f"gated[{name}]={tracker.gated[name]:.2f}")


if __name__ == "__main__":
    main()
