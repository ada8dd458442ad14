import torch

BUCKETS = (16, 24, 40, 24, 32, 16, 48, 32)


def bucketed(rounds, batch=6, vocab=40, tags=5):
    gen = torch.Generator().manual_seed(9)
    for _ in range(rounds):
        for length in BUCKETS:
            ids = torch.randint(0, vocab, (batch, length), generator=gen)
            yield ids, (ids + ids.roll(1, dims=1)) % tags


def accuracy(logits, labels):
    return (logits.argmax(-1) == labels).float().mean().item()
