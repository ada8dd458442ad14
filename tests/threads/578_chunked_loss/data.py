import torch


def collate(samples, pad_id=0, ignore=-100):
    longest = max(len(s) for s in samples)
    longest += longest % 2
    tokens = torch.full((len(samples), longest), pad_id)
    labels = torch.full((len(samples), longest), ignore)
    for row, sample in enumerate(samples):
        tokens[row, : len(sample)] = sample
        labels[row, : len(sample) - 1] = sample[1:]
    return tokens, labels


def instruction_batches(vocab, count, batch=4, seed=5):
    gen = torch.Generator().manual_seed(seed)
    for _ in range(count):
        lengths = torch.randint(9, 25, (batch,), generator=gen).tolist()
        starts = torch.randint(1, vocab, (batch,), generator=gen).tolist()
        yield collate([(torch.arange(n) + s) % (vocab - 1) + 1 for n, s in zip(lengths, starts)])
