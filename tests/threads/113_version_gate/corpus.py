import torch


class Corpus:
    def __init__(self, text, length):
        self.alphabet = sorted(set(text))
        index = {c: i for i, c in enumerate(self.alphabet)}
        self.ids = torch.tensor([index[c] for c in text])
        self.length = length

    def batches(self, n, size, seed):
        g = torch.Generator().manual_seed(seed)
        for _ in range(n):
            starts = torch.randint(0, len(self.ids) - self.length - 1, (size,), generator=g)
            rows = starts.unsqueeze(1) + torch.arange(self.length + 1)
            chunk = self.ids[rows]
            yield chunk[:, :-1], chunk[:, 1:]
