"""Self-distillation with more local crops in later epochs (pytorch#128071)."""
import torch

from crops import MultiCrop
from student import Student


@torch.compile(backend="eager")
def agreement(views):
    first = views[0].softmax(-1)
    return sum(-(first * one.log_softmax(-1)).sum(-1).mean() for one in views[1:])


@torch.compile(backend="eager")
def centered(x):
    return x - x.mean(0)


def main():
    torch.manual_seed(0)
    crops, student = MultiCrop(size=6), Student(6, 5)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for epoch in range(4):
        crops.set_epoch(epoch)
        views = [student(one) for one in crops(centered(torch.randn(4, 8)))]
        loss = agreement(views)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    print(f"{loss.item():.4f}")


if __name__ == "__main__":
    main()
