import torch

from blocks import count_params
from predictor import Detector, Predictor

FRAMES = [(96, 128), (120, 190), (128, 250), (180, 224), (100, 300), (96, 128), (222, 350)]


def main():
    torch.manual_seed(3)
    model = Detector()
    predict = Predictor(model)
    found, area = 0, 0.0
    for h, w in FRAMES:
        boxes, conf, _ = predict(torch.rand(3, h, w))
        found += len(boxes)
        area += (boxes[:, 2:] - boxes[:, :2]).prod(-1).sum().item()
    print("params", count_params(model))
    print("boxes", found)
    print("area %.1f" % area)


if __name__ == "__main__":
    main()
