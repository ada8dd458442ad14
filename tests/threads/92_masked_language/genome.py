import torch

LETTERS = {"A": 0, "C": 1, "G": 2, "T": 3, "N": 4, "mask": 5}
MOTIFS = ("ACGT", "GGCA", "TTAC")


class Reader:
    """Random DNA made of motifs, with a share of the positions to predict."""

    def __init__(self, length, batch, share=0.2, seed=4):
        self.length = length
        self.batch = batch
        self.share = share
        self.gen = torch.Generator().manual_seed(seed)
        self.bank = torch.tensor([[LETTERS[c] for c in motif] for motif in MOTIFS])

    def tokens(self):
        shape = (self.batch, self.length // 4)
        picks = torch.randint(0, len(MOTIFS), shape, generator=self.gen)
        return self.bank[picks].flatten(1)

    def epoch(self, steps):
        for _ in range(steps):
            tokens = self.tokens()
            chosen = torch.rand(tokens.shape, generator=self.gen) < self.share
            yield tokens, chosen
