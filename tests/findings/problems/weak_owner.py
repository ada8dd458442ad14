import weakref

import torch


class Trainer:
    def __init__(self):
        self.temperature = 2.0

    def heat(self):
        return max(self.temperature, 1.0)


class Loss(torch.nn.Module):
    def attach(self, owner):
        self.owner = weakref.proxy(owner)
        return self

    def forward(self, x):
        return (x / self.owner.heat()).sum()


def main():
    trainer = Trainer()
    loss = torch.compile(Loss().attach(trainer), backend="eager", fullgraph=True)
    try:
        print(loss(torch.ones(4)).item())
    except torch._dynamo.exc.Unsupported as error:
        print(type(error).__name__)


main()
