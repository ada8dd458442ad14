import weakref

import torch
from torch import nn


class Attached(nn.Module):
    def attach(self, owner):
        self.owner = weakref.proxy(owner)
        return self

    def heat(self):
        return self.owner.heat()


class DistillLoss(Attached):
    def forward(self, student, teacher):
        heat = self.heat()
        soft = torch.softmax(teacher / heat, dim=-1)
        smooth = self.owner.settings.smoothing
        target = (1 - smooth) * soft + smooth / soft.shape[-1]
        return -(target * torch.log_softmax(student / heat, dim=-1)).sum(-1).mean() * heat ** 2


class Student(nn.Module):
    def __init__(self, inputs=10, width=20, classes=5):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.SiLU(), nn.Linear(width, classes))
        self.criterion = DistillLoss()

    def forward(self, x, teacher):
        return self.criterion(self.body(x), teacher)
