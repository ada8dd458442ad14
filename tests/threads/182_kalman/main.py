"""Track a few targets with a constant-velocity Kalman filter and robust gating."""
import torch

from radar import simulate
from tracker import Tracker


def main():
    torch.manual_seed(0)
    truth, meas = simulate(n_targets=4, n_steps=12)
    tracker = Tracker(n_targets=4, dt=0.5)
    errs = []
    for k in range(meas.shape[0]):
        tracker.assimilate(meas[k])
        errs.append((tracker.positions() - truth[k]).norm(dim=-1).mean())
    errs = torch.stack(errs)
    print(f"mean position error {errs.mean():.4f}")
    print(f"last position error {errs[-1]:.4f}")
    print(f"outliers damped     {int(tracker.damped)}")
    print(f"trace of covariance {tracker.cov.diagonal(dim1=-2, dim2=-1).sum():.4f}")


if __name__ == "__main__":
    main()
