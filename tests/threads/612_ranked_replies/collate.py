import torch

PAD = 0


def make_replies(count, vocab, longest, seed):
    generator = torch.Generator().manual_seed(seed)
    sizes = torch.randint(3, longest + 1, (count,), generator=generator).tolist()
    return [torch.randint(1, vocab, (size,), generator=generator).tolist() for size in sizes]


def pad_batch(replies, length):
    tokens = torch.full((len(replies), length), PAD)
    mask = torch.zeros(len(replies), length)
    for row, reply in enumerate(replies):
        tokens[row, : len(reply)] = torch.tensor(reply)
        mask[row, : len(reply)] = 1.0
    return tokens, mask
