import torch
from torch import nn

from inference import SlidingWindow
from volumes import CenterCrop, Compose, RandFlip, ScaleIntensity, load_case


class SegNet(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.stem = nn.Conv3d(1, width, 3, padding=1)
        self.norm = nn.InstanceNorm3d(width)
        self.head = nn.Conv3d(width, 1, 1)

    def forward(self, x):
        h = nn.functional.leaky_relu(self.norm(self.stem(x)), 0.1)
        return self.head(h) + x


def dice(pred, label):
    hit = ((pred > 0) * label).sum()
    return 2 * hit / ((pred > 0).sum() + label.sum())


@torch.no_grad()
def warmup(network, batch, roi):
    network(torch.zeros(batch, 1, roi, roi, roi))


def main():
    torch.manual_seed(5)
    network = torch.compile(SegNet(), backend="eager")
    predict = SlidingWindow(network)
    warmup(network, 8, predict.roi)
    gen = torch.Generator().manual_seed(1)
    prepare = Compose(CenterCrop(10), ScaleIntensity(), RandFlip(0.5, gen))
    for index in range(4):
        raw = load_case(index)
        case = prepare(raw)
        pred = predict(case["image"])
        score = dice(pred, case["label"])
        print(f"{raw['image'].meta['name']} mean {pred.mean().item():.5f} dice {score.item():.4f}")


if __name__ == "__main__":
    main()
