import torch

from backbone import resize_batch
from detector import Detector, DetectorConfig


@torch.no_grad()
def detect(model, batches, size=32, threshold=0.25):
    for i, images in enumerate(batches):
        boxes, logits = model(resize_batch(images, size))
        prob, label = logits.softmax(-1).max(-1)
        kept = int((prob > threshold).sum())
        center = [round(v, 4) for v in boxes[..., :2].mean((0, 1)).tolist()]
        print(f"batch {i} kept {kept} center {center} labels {label.sum().item()}")


def main():
    torch.manual_seed(17)
    model = torch.compile(Detector(DetectorConfig()).eval(), backend="eager")
    batches = [torch.rand(2, 3, side, side) for side in (40, 48, 36)]
    detect(model, batches)


if __name__ == "__main__":
    main()
