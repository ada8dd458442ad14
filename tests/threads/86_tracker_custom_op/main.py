import torch

from boxes import drift, make_scene
from tracker import Tracker


def main():
    torch.manual_seed(14)
    tracker = Tracker(embed=6, thresh=0.2).eval()
    update = torch.compile(tracker.update, backend="eager", fullgraph=True)
    state, feats = make_scene(objects=5, dim=6)
    with torch.no_grad():
        for frame in range(5):
            detections, det_feats = drift(state, feats, frame)
            state, feats, match = update(state, feats, detections, det_feats)
            print(f"frame {frame} matched {int((match >= 0).sum())} center {state[:, :2].mean().item():.5f} feat {feats.abs().mean().item():.5f}")


if __name__ == "__main__":
    main()
