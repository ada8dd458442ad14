import torch
import torch.nn.functional as F

from fcos import Detector


def focal_loss(logits, target, gamma=2.0):
    ce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return ((1 - torch.exp(-ce)) ** gamma * ce).mean()


def main():
    torch.manual_seed(5)
    model = Detector()
    detect = torch.compile(model, backend="eager")
    opt = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    losses = []
    for _ in range(4):
        images = torch.rand(2, 3, 64, 64)
        logits, boxes = detect(images)
        target = (torch.rand_like(logits) > 0.95).float()
        loss = focal_loss(logits, target) + 0.01 * F.l1_loss(boxes, torch.full_like(boxes, 12.0))
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(round(loss.item(), 4))
    low, high = model.head.ranges.interval(1)
    print("middle level", low, high)
    print("points", logits.shape[2], "losses", losses)


if __name__ == "__main__":
    main()
