import torch.nn as nn

from crops import RandomCrop


class Student(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.crop = RandomCrop(size, seed=3)
        self.body = nn.Sequential(nn.Linear(dim, dim), nn.Tanh(), nn.Linear(dim, 1))

    def forward(self, x):
        return self.body(self.crop(x)).mean(1)
