import torch


class CaptionSet:
    """Synthetic image features with ragged captions; 1 starts and 2 ends a caption."""

    def __init__(self, size=24, vocab=50, longest=12, features=20, seed=5):
        gen = torch.Generator().manual_seed(seed)
        self.features = torch.randn(size, features, generator=gen)
        lengths = torch.randint(3, longest - 1, (size,), generator=gen)
        words = [torch.randint(3, vocab, (int(n),), generator=gen) for n in lengths]
        self.captions = [[1, *w.tolist(), 2] for w in words]
        self.longest = longest

    def __len__(self):
        return len(self.captions)

    def batches(self, batch_size):
        for start in range(0, len(self) - batch_size + 1, batch_size):
            yield self.collate(range(start, start + batch_size))

    def collate(self, picks):
        ids = torch.zeros(len(picks), self.longest, dtype=torch.long)
        for row, pick in enumerate(picks):
            caption = torch.tensor(self.captions[pick])
            ids[row, : len(caption)] = caption
        lengths = torch.tensor([len(self.captions[p]) - 1 for p in picks])
        return self.features[list(picks)], ids[:, :-1], ids[:, 1:], lengths
