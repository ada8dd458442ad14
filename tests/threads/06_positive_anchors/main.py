"""A detection head whose losses come from a table (transformers#34615)."""
import torch
import torch.nn as nn

from losses import LOSSES


class Detector(nn.Module):
    def __init__(self, dim=12):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, dim), nn.GELU(), nn.Linear(dim, dim))
        self.cls = nn.Linear(dim, 1)
        self.box = nn.Linear(dim, 4)

    def compute(self, outputs, labels, boxes):
        total = 0.0
        for name, loss in LOSSES.items():
            total = total + loss(outputs, labels, boxes)
        return total

    def forward(self, anchors, labels, boxes):
        h = self.trunk(anchors)
        outputs = {"logit": self.cls(h).squeeze(-1), "box": self.box(h)}
        return self.compute(outputs, labels, boxes)


@torch.compile(backend="aot_eager")
def to_corners(cxcywh):
    c, s = cxcywh[:, :2], cxcywh[:, 2:]
    return torch.cat([c - s / 2, c + s / 2], dim=1)


def main():
    torch.manual_seed(0)
    model = Detector()
    net = torch.compile(model, backend="aot_eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    for step in range(4):
        anchors = torch.randn(20, 6)
        labels = (anchors[:, 0] > 0.3).long()
        loss = net(anchors, labels, to_corners(anchors[:, :4].abs()))
        opt.zero_grad()
        loss.backward()
        opt.step()
        print(f"{step} {loss.item():.4f}")


if __name__ == "__main__":
    main()
