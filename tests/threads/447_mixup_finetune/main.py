import torch
from torch import nn

from augment import MixConfig, MixPolicy, mix_batch
from model import MixedCriterion, TinyNet


class Task(nn.Module):
    def __init__(self, net: nn.Module, criterion: nn.Module):
        super().__init__()
        self.net, self.criterion = net, criterion

    def forward(self, images, first, second, ratio):
        return self.criterion(self.net(images), first, second, ratio)


def main(steps: int = 16, size: int = 16, classes: int = 5):
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    task = Task(TinyNet(classes), MixedCriterion(0.1))
    objective = torch.compile(task, backend="eager")
    policy = MixPolicy(MixConfig(), size, seed=3)
    opt = torch.optim.SGD(task.parameters(), lr=0.2, momentum=0.9)
    for step in range(steps):
        labels = torch.randint(0, classes, (16,), generator=gen)
        images = torch.randn(16, 3, size, size, generator=gen) + labels.view(-1, 1, 1, 1) * 0.5
        loss = objective(*mix_batch(policy, images, labels, torch.randperm(16, generator=gen)))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 4 == 3:
            print(f"step {step} loss {loss.item():.4f}")
    print(f"head norm {task.net.head.weight.norm().item():.4f}")


if __name__ == "__main__":
    main()
