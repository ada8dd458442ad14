import torch

from detector import Detector, DetectorConfig, Postprocess
from tracker import SoftTracker


@torch.no_grad()
def run(frames=8):
    config = DetectorConfig()
    detector, post = Detector(config).eval(), Postprocess(config)
    start = torch.tensor([[5.0, 5.0, 40.0, 45.0], [20.0, 10.0, 60.0, 50.0], [30.0, 30.0, 62.0, 60.0]])
    tracker = SoftTracker(start)
    for index, level in enumerate(torch.linspace(0.2, 3.0, frames).tolist()):
        frame = torch.randn(1, 1, 32, 32) * level
        boxes, scores = post(*detector(frame))
        tracks = tracker.update(boxes, scores)
        print(index, round(tracks.mean().item(), 3), round(tracker.confidence.mean().item(), 4),
              int((scores > config.threshold).sum()))


if __name__ == "__main__":
    torch.manual_seed(0)
    run()
