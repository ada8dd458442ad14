import torch


class Sampler:
    def __init__(self, levels):
        self.levels = levels
        self.upcoming = None
        self.step = torch.compile(self._step, backend="eager", fullgraph=True)

    def begin(self):
        self.upcoming = iter([(level, level / 2) for level in self.levels])

    def _step(self, x):
        high, low = next(self.upcoming)
        return x + torch.sin(x) * (high - low)


def main():
    sampler = Sampler([torch.tensor(4.0), torch.tensor(2.0)])
    sampler.begin()
    x = torch.ones(3)
    for _ in range(2):
        try:
            x = sampler.step(x)
        except Exception as error:
            print(type(error).__name__)
    print(x.sum().item())


main()
