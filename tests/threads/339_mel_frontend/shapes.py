from typing import List, Optional

import torch


def frame_lengths(
    lengths: Optional[torch.Tensor], wave: torch.Tensor, n_fft: int, hop: int
) -> torch.Tensor:
    if torch.jit.isinstance(lengths, torch.Tensor):
        samples = lengths
    else:
        samples = torch.full((wave.size(0),), wave.size(1), dtype=torch.long)
    return (samples - n_fft) // hop + 1


def valid_mask(frames: torch.Tensor, total: int) -> torch.Tensor:
    steps = torch.arange(total, device=frames.device)
    return (steps[None, :] < frames[:, None]).float()


def pad_waves(waves: List[torch.Tensor], size: int) -> torch.Tensor:
    out = torch.zeros(len(waves), size)
    for row, wave in zip(out, waves):
        row[: wave.numel()] = wave
    return out
