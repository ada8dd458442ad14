"""Cuts recordings into chunks of equal size, with half a chunk of overlap."""
import torch

CHUNK = 128


def cut(recording, size=CHUNK):
    hop = size // 2
    for start in range(0, recording.shape[-1] - size + 1, hop):
        yield recording[:, start : start + size]


def join(pieces, size=CHUNK):
    """Overlap-add with a triangular window."""
    hop = size // 2
    window = 1 - (torch.arange(size) - (size - 1) / 2).abs() / (size / 2)
    out = torch.zeros(pieces[0].shape[0], hop * (len(pieces) + 1))
    for i, piece in enumerate(pieces):
        out[:, i * hop : i * hop + size] += piece * window
    return out
