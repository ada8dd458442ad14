import torch


class Client:
    def __init__(self, number, shift):
        self.name = f"site{number}"
        self.gen = torch.Generator().manual_seed(100 + number)
        self.shift = shift

    def _batch(self):
        x = torch.randn(10, 7, generator=self.gen) + self.shift
        return x, x[:, 0] - 0.5 * x[:, 3].abs()

    def train(self, forward, model, steps=2):
        opt = torch.optim.SGD(model.parameters(), lr=0.05)
        for _ in range(steps):
            x, y = self._batch()
            loss = (forward(x) - y).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        return loss.item()
