import torch


class Jagged:
    def __init__(self, values, lengths):
        self.values, self.lengths = values, lengths
        self._offsets = None

    def offsets(self):
        if self._offsets is None:
            self._offsets = torch.cat([torch.zeros(1), self.lengths.cumsum(0)])
        return self._offsets


def pooled(bag):
    return bag.values.sum() * bag.offsets()[-1]


def main():
    compiled = torch.compile(pooled, backend="eager")
    for number in range(4):
        bag = Jagged(torch.arange(6.0), torch.tensor([1, 2, 3]))
        if number % 2:
            print("rows", bag.offsets().tolist())
        print(compiled(bag).item())


main()
