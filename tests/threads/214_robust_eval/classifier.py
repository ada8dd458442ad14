import torch
from torch import nn
import torch.nn.functional as F


class SmallConvNet(nn.Module):
    def __init__(self, classes=5, width=8):
        super().__init__()
        self.conv1 = nn.Conv2d(1, width, 3, padding=1)
        self.conv2 = nn.Conv2d(width, 2 * width, 3, stride=2, padding=1)
        self.head = nn.Linear(2 * width, classes)

    def forward(self, x):
        x = F.relu(self.conv1(x))
        x = F.relu(self.conv2(x))
        return self.head(x.mean(dim=(2, 3)))


def input_gradient(model):
    def grad_fn(x, y):
        loss = F.cross_entropy(model(x), y)
        return torch.autograd.grad(loss, x)[0]

    return grad_fn


def make_batches(n, batch_size, seed):
    gen = torch.Generator().manual_seed(seed)
    proto = torch.rand(5, 1, 12, 12, generator=torch.Generator().manual_seed(7))
    for _ in range(n):
        y = torch.randint(0, 5, (batch_size,), generator=gen)
        noise = torch.randn(batch_size, 1, 12, 12, generator=gen)
        yield (proto[y] + 0.15 * noise).clamp(0, 1), y
