"""A ResNet with fifty convolutions: two training steps, then one evaluation."""

import torch
import torch.nn.functional as F
from torch import nn


class Bottleneck(nn.Module):
    def __init__(self, inputs, width, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, outputs, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(outputs)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False),
                nn.BatchNorm2d(outputs),
            )

    def forward(self, x):
        shortcut = x if self.downsample is None else self.downsample(x)
        x = F.relu(self.bn1(self.conv1(x)))
        x = F.relu(self.bn2(self.conv2(x)))
        return F.relu(self.bn3(self.conv3(x)) + shortcut)


class ResNet(nn.Module):
    def __init__(self, width=8, depths=(3, 4, 6, 3), classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        stages, inputs = [], width
        for number, depth in enumerate(depths):
            outputs = width * 4 * 2**number
            blocks = []
            for position in range(depth):
                stride = 2 if position == 0 and number > 0 else 1
                blocks.append(Bottleneck(inputs, outputs // 4, outputs, stride))
                inputs = outputs
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.ModuleList(stages)
        self.fc = nn.Linear(inputs, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        for stage in self.stages:
            x = stage(x)
        return self.fc(x.mean((2, 3)))


def main():
    torch.manual_seed(0)
    model = ResNet()
    compiled = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for _ in range(2):
        images, labels = torch.randn(4, 3, 64, 64), torch.randint(0, 10, (4,))
        loss = F.cross_entropy(compiled(images), labels)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    compiled.eval()
    with torch.no_grad():
        correct = compiled(torch.randn(4, 3, 64, 64)).argmax(1)
    print(f"{loss.item():.3f}", tuple(correct.shape))


main()
