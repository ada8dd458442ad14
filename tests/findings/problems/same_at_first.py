import torch


class Bank:
    def __init__(self):
        self.store = None

    def negatives(self, keys):
        if self.store is None:
            return keys
        return self.store


@torch.compile(backend="eager")
def loss(query, key, negatives):
    return (query * key).sum() - (query @ negatives.t()).sum()


def main():
    bank = Bank()
    for _ in range(3):
        keys = torch.arange(8.0).view(2, 4)
        print(loss(torch.ones(2, 4), keys, bank.negatives(keys)))
        bank.store = keys.clone()


main()
