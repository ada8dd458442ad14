import torch


class Meter:
    def __init__(self):
        self.totals = [0, 0]

    def add(self, counts):
        row = counted(counts)
        self.totals = [a + b for a, b in zip(self.totals, row)]


def counted(values):
    return values.tolist()


METER = Meter()


@torch.compile(backend="eager")
def f(x):
    METER.add((x > 0).sum(0))
    return x * 2


def main():
    for number in range(4):
        y = f(torch.arange(4.0).view(2, 2) - number)
    print(y.sum(), [int(one) for one in METER.totals])


main()
