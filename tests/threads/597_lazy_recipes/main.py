import torch
from torch import nn
import torch.nn.functional as F

from augment import batches
from blocks import Stage


class MaxNet(nn.Module):
    def __init__(self, dim=16, folds=(8, 4, 2), classes=5):
        super().__init__()
        self.stem = nn.Conv2d(3, dim, 4, stride=4)
        self.stages = nn.ModuleList(Stage(dim, f) for f in folds)
        self.head = nn.Linear(dim, classes)

    def forward(self, images):
        x = self.stem(images)
        for stage in self.stages:
            x = stage(x)
        return self.head(x.mean(dim=(2, 3)))


def main():
    torch.manual_seed(0)
    model = MaxNet()
    classify = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    losses = []
    for images, target in batches(6, seed=1):
        loss = F.cross_entropy(classify(images), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print("losses", [round(v, 4) for v in losses])


if __name__ == "__main__":
    main()
