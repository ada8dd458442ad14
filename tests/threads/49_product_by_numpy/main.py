"""A decoder that arranges the patches of a backbone as an image (terratorch#509: numpy in a forward)."""
import torch
import torch.nn as nn

from backbone import Backbone
from grid import to_image


class Segmenter(nn.Module):
    def __init__(self, dim=8, classes=3):
        super().__init__()
        self.backbone = Backbone(dim)
        self.head = nn.Conv2d(dim, classes, 1)

    def forward(self, x):
        features = [to_image(tokens, x, 2) for tokens in self.backbone(x)]
        return self.head(sum(features))


@torch.compile(backend="eager")
def dice_loss(logits, y):
    p = logits.softmax(1)
    both = (p * y).sum((2, 3))
    return 1 - (2 * both / (p + y).sum((2, 3))).mean()


def main():
    torch.manual_seed(0)
    model = Segmenter()
    net = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.5)
    for _ in range(3):
        x = torch.randn(2, 3, 8, 8)
        y = nn.functional.one_hot(torch.randint(0, 3, (2, 4, 4)), 3).movedim(-1, 1).float()
        loss = dice_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
