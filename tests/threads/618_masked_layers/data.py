import torch


def padded_batches(count, rows, width, vocab, seed):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        lengths = torch.randint(4, width + 1, (rows,), generator=gen)
        tokens = torch.randint(1, vocab, (rows, 1), generator=gen) + torch.arange(width)
        tokens = tokens % (vocab - 1) + 1
        tokens[torch.arange(width)[None, :] >= lengths[:, None]] = 0
        yield tokens, lengths


def next_tokens(tokens):
    targets = torch.zeros_like(tokens)
    targets[:, :-1] = tokens[:, 1:]
    return targets
