import torch


def batches(count, generator, vocab=40, length=16):
    for _ in range(count):
        start = torch.randint(0, vocab, (8, 1), generator=generator)
        stride = torch.randint(1, 4, (8, 1), generator=generator)
        seq = (start + stride * torch.arange(length + 1)) % vocab
        yield seq[:, :-1], seq[:, 1:]


def perplexity(loss):
    return float(torch.exp(torch.tensor(loss)))
