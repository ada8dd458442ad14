"""Two tasks on one trunk; the losses are compiled."""
import torch

from tasks import depth_task, normals_task
from trainer import MultiTaskTrainer


def main():
    torch.manual_seed(0)
    trainer = MultiTaskTrainer(width=16, lr=0.05)
    tasks = {"depth": depth_task(seed=1), "normals": normals_task(seed=2)}
    for _ in range(6):
        for name, data in tasks.items():
            trainer.train_step(name, *next(data))
    for key, value in trainer.meter.last(4):
        print(f"{key:18s} {value:.5f}")
    print("rows", len(trainer.meter))


if __name__ == "__main__":
    main()
