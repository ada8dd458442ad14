import sys

import torch
import torch.nn.functional as F


class QatTrainer:
    def __init__(self, net, plan, lr):
        self.net = net
        self.opt = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
        self.forward = torch.compile(self._forward, **plan.compile) if plan.compile else self._forward

    def _forward(self, x, y):
        return F.cross_entropy(self.net(x), y)

    def _loss(self, x, y):
        try:
            return self.forward(x, y)
        except Exception as exc:  # the run must not die on the build farm
            print("compile failed, going on in eager:", type(exc).__name__, file=sys.stderr)
            self.forward = self._forward
            return self.forward(x, y)

    def epoch(self, x, y, batch):
        self.net.train()
        total, n = 0.0, 0
        for lo in range(0, x.shape[0], batch):
            loss = self._loss(x[lo:lo + batch], y[lo:lo + batch])
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            total += loss.item()
            n += 1
        return total / n

    @torch.no_grad()
    def accuracy(self, x, y):
        self.net.eval()
        return (self.net(x).argmax(-1) == y).float().mean().item()
