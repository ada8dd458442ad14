import torch

from data import shapes
from trainer import SegTrainer, TrainConfig


def main():
    torch.manual_seed(2)
    trainer = SegTrainer(TrainConfig(size=20, backend="aot_eager", lr=0.5))
    for epoch in range(3):
        for image, mask in shapes(count=2, batch=2, size=20, seed=epoch):
            loss = trainer.step(image, mask)
        print(f"epoch {epoch} loss {loss:.5f} smoothed {trainer.smoothed:.5f}")
    image, mask = next(iter(shapes(count=1, batch=2, size=20, seed=99)))
    print(f"iou {trainer.iou(image, mask):.5f}")


if __name__ == "__main__":
    main()
