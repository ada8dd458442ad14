import torch


def keyword_batches(n, batch, n_mels, n_words):
    g = torch.Generator().manual_seed(2)
    proto = torch.randn(n_words, n_mels, generator=g)
    for _ in range(n):
        y = torch.randint(0, n_words, (batch,), generator=g)
        yield proto[y] + 0.4 * torch.randn(batch, n_mels, generator=g), y
