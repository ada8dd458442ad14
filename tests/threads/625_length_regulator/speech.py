import torch

PHONES = 14


def split_frames(rows, length, frames, gen):
    """Random durations of the phones, at least one frame each, `frames` in all."""
    cuts = torch.rand(rows, frames - 1, generator=gen).argsort(-1)[:, : length - 1].sort(-1).values + 1
    edges = torch.cat([torch.zeros(rows, 1, dtype=torch.long), cuts, torch.full((rows, 1), frames)], 1)
    return edges.diff(dim=-1)


def utterances(batches, rows, length, frames, bands=10):
    gen = torch.Generator().manual_seed(1)
    colours = torch.randn(PHONES, bands, generator=gen)
    for _ in range(batches):
        phones = torch.randint(0, PHONES, (rows, length), generator=gen)
        durations = split_frames(rows, length, frames, gen)
        mels = torch.stack([colours[p].repeat_interleave(d, 0) for p, d in zip(phones, durations)])
        yield phones, durations, mels + 0.05 * torch.randn(mels.shape, generator=gen)
