from torch import nn


class QuadrantNet(nn.Module):
    def __init__(self, width=8, classes=4):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(1, width, 3, padding=1),
            nn.BatchNorm2d(width),
            nn.GELU(),
            nn.AvgPool2d(3),
        )
        self.head = nn.Linear(width * 16, classes)

    def forward(self, image):
        return self.head(self.stem(image).flatten(1))
