import torch
from torch import nn

from transforms import Brightness, Noise, Pipeline, Rotate


class SmallNet(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.head = nn.Linear(8, classes)

    def forward(self, x):
        return self.head(self.conv(x).relu().mean(dim=(2, 3)))


def batches(count, size=8):
    gen = torch.Generator().manual_seed(5)
    for _ in range(count):
        images = torch.rand(size, 3, 16, 16, generator=gen)
        labels = torch.randint(0, 4, (size,), generator=gen)
        yield images, labels


def main():
    torch.manual_seed(1)
    net = SmallNet()
    augment = torch.compile(Pipeline(Rotate(), Brightness(), Noise()), backend="eager")
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for step, (images, labels) in enumerate(batches(6)):
        with torch.no_grad():
            images = augment(images)
        loss = nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step} images {images.mean().item():.5f} loss {loss.item():.5f}")


if __name__ == "__main__":
    main()
