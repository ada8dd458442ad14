import torch

from data import blobs
from net import build, compiled
from tap import FeatureTap, centroid, grad_cam


def explain(model, tap, images):
    logits = model(images)
    top = logits.argmax(dim=-1, keepdim=True)
    logits.gather(1, top).sum().backward()
    value, grad = tap.pull()
    model.zero_grad(set_to_none=True)
    return top.flatten(), grad_cam(value, grad)


def main():
    tap = FeatureTap()
    model = compiled(build(tap))
    images, centers = blobs(12)
    distance, picked = 0.0, []
    for part, where in zip(images.split(4), centers.split(4)):
        labels, cam = explain(model, tap, part)
        distance += (centroid(cam) * 2 - where).norm(dim=1).sum().item()
        picked += labels.tolist()
    print("classes", picked)
    print("mean distance", f"{distance / len(picked):.4f}")


if __name__ == "__main__":
    main()
