import torch

NAMES = ("north", "south", "east", "west", "harbor", "mill")


def requests(vocab, length, size, seed):
    generator = torch.Generator().manual_seed(seed)
    for name in NAMES:
        yield name, torch.randint(0, vocab, (size, length), generator=generator)


def spread(vectors):
    return (vectors @ vectors.t()).triu(1).sum().item()
