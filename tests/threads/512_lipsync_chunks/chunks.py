import torch


def pair_up(frames, audio):
    """Cut both streams to the shorter one."""
    n = min(len(frames), len(audio))
    return frames[:n], audio[:n]


def chunked(frames, audio, size):
    for start in range(0, len(frames), size):
        yield frames[start:start + size], audio[start:start + size]


def stitch(parts):
    return torch.cat(parts)
