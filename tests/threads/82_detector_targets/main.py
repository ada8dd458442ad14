import torch

from annotations import load_split
from head import DenseHead
from losses import box_loss, to_centers


def make_step(model, image_size):
    anchors = model.anchors(image_size)

    @torch.compile(backend="eager")
    def step(image, boxes):
        deltas, scores = model(image)
        return box_loss(deltas, scores, anchors, to_centers(boxes, image_size))

    return step


def main():
    torch.manual_seed(8)
    model = DenseHead(channels=8, grid=4)
    opt = torch.optim.SGD(model.parameters(), lr=0.05)
    step = make_step(model, image_size=64)
    total = 0.0
    for epoch in range(2):
        for image, boxes in load_split(image_size=64):
            loss, matched = step(image, boxes)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} total {total:.5f} matched {matched.item():.4f}")


if __name__ == "__main__":
    main()
