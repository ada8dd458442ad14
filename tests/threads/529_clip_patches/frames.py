import torch

MEAN, STD = 0.45, 0.225


def synth_clip(frames, size, rng):
    ramp = torch.linspace(0, 1, size)
    base = ramp[None, :, None] * ramp[None, None, :]
    phase = torch.rand(frames, 1, 1, generator=rng)
    noise = 0.1 * torch.randn(frames, size, size, generator=rng)
    return (base + phase + noise).clamp(0, 1)


@torch.inference_mode()
def to_patches(clip, patch):
    batch, frames, height, width = clip.shape
    grid = clip.view(batch, frames, height // patch, patch, width // patch, patch)
    tokens = grid.permute(0, 1, 2, 4, 3, 5).flatten(4).flatten(1, 3)
    return (tokens - MEAN) / STD


def motion_energy(clip):
    return (clip[:, 1:] - clip[:, :-1]).abs().mean(dim=(1, 2, 3))
