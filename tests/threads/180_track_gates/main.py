"""Multi-target tracking with one Kalman filter per target on a synthetic radar scene."""
import torch

from scene import RadarScene
from track import Track
from tracker import Tracker


def main():
    torch.manual_seed(1)
    scene = RadarScene(targets=6, seed=13, noise=0.15)
    tracker = Tracker()
    for start in scene.first_plots():
        tracker.open(Track(start))

    errors = []
    for _ in range(8):
        plots, truth = scene.scan()
        tracker.update(plots)
        errors.append(tracker.error(truth))

    print(f"error after 2 scans {errors[1]:.4f}, after 8 scans {errors[-1]:.4f}")
    for track in tracker.tracks:
        x, y = track.position().tolist()
        print(f"{track.label}  age {track.age}  hits {track.hits}  at ({x:+.3f}, {y:+.3f})")
    print(f"mean variance {tracker.mean_variance():.5f}")


if __name__ == "__main__":
    main()
