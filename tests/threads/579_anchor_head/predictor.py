import torch
from torch import nn

from blocks import Bottleneck, ConvBlock
from head import DetectHead


class Detector(nn.Module):
    def __init__(self, num_classes=5, width=16):
        super().__init__()
        self.stem = nn.Sequential(ConvBlock(3, width, s=2), ConvBlock(width, width, s=2))
        self.p3 = nn.Sequential(ConvBlock(width, width * 2, s=2), Bottleneck(width * 2))
        self.p4 = nn.Sequential(ConvBlock(width * 2, width * 4, s=2), Bottleneck(width * 4))
        self.head = DetectHead((width * 2, width * 4), num_classes, (8, 16))

    def forward(self, x):
        p3 = self.p3(self.stem(x))
        return self.head([p3, self.p4(p3)])


def letterbox(image, stride=32):
    h, w = image.shape[-2:]
    return nn.functional.pad(image, (0, -w % stride, 0, -h % stride), value=0.45)


class Predictor:
    def __init__(self, model, conf=0.4):
        self.model = torch.compile(model.eval(), backend="aot_eager")
        self.conf = conf

    @torch.inference_mode()
    def __call__(self, image):
        boxes, scores = self.model(letterbox(image)[None])
        best, label = scores[0].max(-1)
        keep = best > self.conf
        return boxes[0][keep], best[keep], label[keep]
