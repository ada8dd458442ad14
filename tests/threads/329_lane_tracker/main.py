import torch

from camera import FrontCamera
from tracker import ConstantVelocityTracker, TrackerConfig


def report(frame, tracker, score):
    lost = int((tracker.missed > 2).sum())
    print(f"frame {frame} iou {score.mean():.5f} speed {tracker.velocity.norm():.4f} lost {lost}")


def main(frames=8):
    torch.manual_seed(0)
    cfg = TrackerConfig()
    camera = FrontCamera(cfg.slots)
    tracker = ConstantVelocityTracker(cfg, camera.boxes.clone())
    for frame in range(frames):
        boxes, meta = camera.read()
        report(frame, tracker, tracker.update(boxes, meta))


if __name__ == "__main__":
    main()
