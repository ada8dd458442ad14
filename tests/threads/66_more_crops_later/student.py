import torch.nn as nn


class Student(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(inputs, 8), nn.GELU(), nn.Linear(8, classes))

    def forward(self, x):
        return self.net(x)
