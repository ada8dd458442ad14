import torch


def synthetic_stream(vocab, length, seed=0):
    gen = torch.Generator().manual_seed(seed)
    steps = torch.randint(1, 4, (length,), generator=gen)
    return steps.cumsum(0) % vocab


def batches(stream, batch, context, count, seed=1):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        starts = torch.randint(0, len(stream) - context - 1, (batch,), generator=gen)
        rows = torch.stack([stream[s : s + context + 1] for s in starts.tolist()])
        yield rows[:, :-1], rows[:, 1:]
