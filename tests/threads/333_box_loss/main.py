import torch
from torch import nn

from losses import DetectionLoss, LossWeights


class TinyDetector(nn.Module):
    def __init__(self, queries=12, classes=4, width=32):
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 3, stride=2, padding=1), nn.GroupNorm(4, width), nn.SiLU(),
            nn.Conv2d(width, width, 3, stride=2, padding=1), nn.SiLU(),
        )
        self.queries = nn.Parameter(torch.randn(queries, width))
        self.box_head = nn.Linear(width, 4)
        self.cls_head = nn.Linear(width, classes)

    def forward(self, images):
        tokens = self.stem(images).flatten(2).transpose(1, 2)
        attn = (self.queries @ tokens.transpose(1, 2) / tokens.shape[-1] ** 0.5).softmax(-1)
        slots = attn @ tokens + self.queries
        return self.box_head(slots).sigmoid(), self.cls_head(slots)


class Trainer:
    def __init__(self, model, criterion, lr=3e-3):
        self.model = model
        self.criterion = criterion
        self.opt = torch.optim.AdamW(model.parameters(), lr=lr)
        self.forward_loss = torch.compile(self.compute, backend="aot_eager")

    def compute(self, images, gt_boxes, gt_labels):
        boxes, logits = self.model(images)
        return self.criterion(boxes, logits, gt_boxes, gt_labels)

    def step(self, batch):
        loss, parts = self.forward_loss(*batch)
        self.opt.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.opt.step()
        return loss.item(), {k: v.item() for k, v in parts.items()}, norm.item()


def batches(n, batch=3, queries=12, classes=4):
    for _ in range(n):
        images = torch.rand(batch, 3, 32, 32)
        boxes = torch.rand(batch, queries, 4) * 0.5 + 0.2
        labels = torch.randint(classes, (batch, queries))
        yield images, boxes, labels


def main():
    torch.manual_seed(9)
    trainer = Trainer(TinyDetector(), DetectionLoss(LossWeights(), 4))
    for i, batch in enumerate(batches(6)):
        loss, parts, norm = trainer.step(batch)
        shown = " ".join(f"{k} {v:.5f}" for k, v in parts.items())
        print(f"step {i} loss {loss:.5f} {shown} grad {norm:.4f}")


if __name__ == "__main__":
    main()
