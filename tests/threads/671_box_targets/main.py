import torch
from torch import nn

from data import CLASSES, collate, make_sample, mean_area
from losses import detection_loss


class SlotDetector(nn.Module):
    def __init__(self, classes, slots=4, width=32):
        super().__init__()
        self.classes, self.slots = classes, slots
        self.conv = nn.Sequential(nn.Conv2d(3, 8, 3, stride=2), nn.ReLU(), nn.Conv2d(8, width, 3, stride=2), nn.ReLU())
        self.out = nn.Linear(width, slots * (classes + 4))

    def forward(self, images):
        features = self.conv(images).mean(dim=(2, 3))
        out = self.out(features).view(-1, self.slots, self.classes + 4)
        return out[..., : self.classes], torch.sigmoid(out[..., self.classes :])


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(7)
    model = SlotDetector(CLASSES)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)

    @torch.compile(backend="aot_eager", fullgraph=True)
    def step_loss(batch):
        logits, predicted = model(batch.images)
        return detection_loss(logits, predicted, batch, model.classes)

    losses = []
    for _ in range(8):
        batch = collate([make_sample(generator) for _ in range(6)])
        area = mean_area(batch)
        optimizer.zero_grad(set_to_none=True)
        loss = step_loss(batch)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print("first %.4f last %.4f" % (losses[0], losses[-1]))
    print("mean area %.3f" % float(area))


if __name__ == "__main__":
    main()
