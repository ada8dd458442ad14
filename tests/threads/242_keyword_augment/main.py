import random

import torch
from torch import nn

from model import KeywordNet, tone_batch


class Trainer:
    def __init__(self, net, lr=5e-3):
        self.net = net
        self.forward = torch.compile(net, backend="aot_eager")
        self.optimizer = torch.optim.Adam(net.parameters(), lr=lr)
        self.history = []

    def step(self, wave, labels):
        loss = nn.functional.cross_entropy(self.forward(wave), labels)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        self.history.append(loss.item())


def main(steps=12, classes=4):
    random.seed(0)
    torch.manual_seed(0)
    gen = torch.Generator().manual_seed(1)
    trainer = Trainer(KeywordNet(classes))
    for i in range(steps):
        trainer.step(*tone_batch(8, 400, classes, gen))
        if i % 3 == 2:
            recent = trainer.history[-3:]
            print(f"step {i + 1:2d} loss {sum(recent) / len(recent):.5f}")
    wave, labels = tone_batch(32, 400, classes, gen)
    with torch.no_grad():
        hits = (trainer.net.eval()(wave).argmax(-1) == labels).float().mean()
    print(f"accuracy {hits:.3f}")


if __name__ == "__main__":
    main()
