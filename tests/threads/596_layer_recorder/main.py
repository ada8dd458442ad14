import torch

from digits import digit_batches
from net import ConvNet
from recorder import ActivationRecorder
from train import train


def slope(values):
    half = len(values) // 2
    return sum(values[half:]) / half - sum(values[:half]) / half


def main():
    torch.manual_seed(6)
    model = ConvNet(classes=5)
    recorder = ActivationRecorder(model, names=["conv1", "conv2", "fc1"])
    losses = train(model, digit_batches(count=6, size=16, classes=5, seed=3), lr=0.05, recorder=recorder)
    print("loss", round(losses[0], 4), round(losses[-1], 4))
    for name, values in recorder.summary().items():
        print(name, len(values), round(values[-1], 4), round(slope(values), 4))
    recorder.close()


if __name__ == "__main__":
    main()
