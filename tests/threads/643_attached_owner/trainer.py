import torch
from torch import nn


class Trainer:
    def __init__(self, student, teacher, settings):
        self.settings = settings
        self.student, self.teacher = student, teacher
        for module in student.modules():
            if hasattr(module, "attach"):
                module.attach(self)
        self.step_loss = torch.compile(student, backend="aot_eager", fullgraph=True)
        self.optimizer = torch.optim.SGD(student.parameters(), lr=settings.rate)

    def heat(self):
        return max(self.settings.temperature, 1.0)

    def step(self, x):
        with torch.no_grad():
            teacher = self.teacher(x)
        loss = self.step_loss(x, teacher)
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.student.parameters(), self.settings.clip)
        self.optimizer.step()
        return loss.item()

    def agreement(self, x):
        with torch.no_grad():
            return (self.student.body(x).argmax(-1) == self.teacher(x).argmax(-1)).float().mean().item()
