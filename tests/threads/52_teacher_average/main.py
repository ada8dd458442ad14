"""A teacher that is the average of its student (pytorch#131975: requires_grad under no_grad)."""
import torch
import torch.nn as nn

from averaging import Average
from distill import agreement


class Student(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(8))
        self.shift = nn.Parameter(torch.linspace(-1, 1, 8))
        self.register_buffer("centre", torch.zeros(8))

    def forward(self, x):
        h = torch.tanh(x.cumsum(-1) * self.gain + self.shift)
        if self.training:
            self.centre.lerp_(h.detach().mean(0), 0.1)
        return h - self.centre


def main():
    torch.manual_seed(0)
    student = Student()
    average = Average(student, decay=0.9)
    opt = torch.optim.SGD(student.parameters(), lr=0.5)
    for _ in range(4):
        x = torch.randn(6, 8)
        with torch.no_grad():
            target = average.teacher(x)
        loss = agreement(student(x + 0.1 * torch.randn_like(x)), target)
        opt.zero_grad()
        loss.backward()
        opt.step()
        average.update(student)
        print(f"{loss.item():.5f}")


if __name__ == "__main__":
    main()
