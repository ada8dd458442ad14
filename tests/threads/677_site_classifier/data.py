import torch

MOTIFS = {0: "ACGT", 1: "GGTA", 2: "TTNC"}


def batches(config, count, size=16, length=40, seed=0):
    generator = torch.Generator().manual_seed(seed)
    for _ in range(count):
        tokens = torch.randint(0, 4, (size, length), generator=generator)
        labels = torch.randint(0, config.classes, (size,), generator=generator)
        starts = torch.randint(0, length - 4, (size,), generator=generator)
        for row, (label, start) in enumerate(zip(labels.tolist(), starts.tolist())):
            tokens[row, start : start + 4] = torch.tensor([config.index(c) for c in MOTIFS[label]])
        yield tokens, labels
