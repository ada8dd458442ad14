"""Classify point clouds; the neighbour search is a custom operator."""
import sys

import torch

from clouds import cloud
from network import PointNet


def build(net):
    return torch.compile(net, backend="aot_eager", fullgraph=True)


def predict(fast, slow, points):
    try:
        return fast(points), True
    except Exception as e:
        print(f"compiling failed, eager instead: {type(e).__name__}: {str(e).splitlines()[0]}", file=sys.stderr)
        return slow(points), False


def main():
    torch.manual_seed(0)
    net = PointNet(classes=3, width=16).eval()
    fast = build(net)
    with torch.no_grad():
        for kind in ("ball", "shell", "plane"):
            logits, ok = predict(fast, net, cloud(kind, 40))
            if not ok:
                fast = net
            print(kind, " ".join(f"{v:.5f}" for v in logits.tolist()))


if __name__ == "__main__":
    main()
