import torch

VOCAB = 29


def sentence(length, gen):
    start = int(torch.randint(1, VOCAB, (1,), generator=gen))
    step = int(torch.randint(1, 4, (1,), generator=gen))
    return [(start + step * i) % (VOCAB - 1) + 1 for i in range(length)]


def batches(count, length):
    """Rows of one batch: every third holds one long sentence, the others are packed."""
    gen = torch.Generator().manual_seed(5)
    for index in range(count):
        cut = int(torch.randint(8, length - 8, (1,), generator=gen))
        lengths = [cut, length - cut] if index % 3 else [length]
        tokens, positions = [], []
        for size in lengths:
            tokens += sentence(size, gen)
            positions += range(size)
        yield torch.tensor([tokens]), torch.tensor([positions])
