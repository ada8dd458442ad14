import torch


def make_corpus(vocab, length, seed):
    g = torch.Generator().manual_seed(seed)
    table = torch.randint(0, vocab, (vocab, 3), generator=g)
    tokens = [0]
    for pick in torch.randint(0, 3, (length - 1,), generator=g).tolist():
        tokens.append(table[tokens[-1], pick].item())
    return torch.tensor(tokens)


def batches(corpus, steps, batch, context, seed):
    g = torch.Generator().manual_seed(seed)
    for _ in range(steps):
        at = torch.randint(0, len(corpus) - context - 1, (batch,), generator=g)
        rows = torch.stack([corpus[i:i + context + 1] for i in at.tolist()])
        yield rows[:, :-1], rows[:, 1:]
