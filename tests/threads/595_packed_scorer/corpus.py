import torch


def plain_rows(rows, length, vocab, seed):
    gen = torch.Generator().manual_seed(seed)
    return [torch.randint(vocab, (2, length), generator=gen) for _ in range(rows)]


def packed_rows(rows, parts, vocab, seed):
    gen = torch.Generator().manual_seed(seed)
    positions = torch.cat([torch.arange(n) for n in parts]).expand(2, -1).contiguous()
    return [(torch.randint(vocab, (2, sum(parts)), generator=gen), positions) for _ in range(rows)]
