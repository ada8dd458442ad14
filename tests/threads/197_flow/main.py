"""Track a short clip and print flow statistics."""
import logging

import torch

from tracker import FlowTracker
from video import clip, pairs


@torch.no_grad()
def main():
    logging.basicConfig(level=logging.WARNING)
    torch.manual_seed(4)
    tracker = FlowTracker().eval()
    frames = clip(5, 45, 61)
    for k, (a, b) in enumerate(pairs(frames)):
        flows = tracker(a, b)
        last = flows[-1]
        move = [f.abs().mean().item() for f in flows]
        res = tracker.residual(a, b, last).item()
        print(f"pair {k}: |flow|", " ".join(f"{m:.4f}" for m in move), f"residual {res:.4f}")


if __name__ == "__main__":
    main()
