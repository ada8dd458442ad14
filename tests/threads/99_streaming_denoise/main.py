"""Denoise three short recordings chunk by chunk."""
import torch

from denoiser import StreamingDenoiser
from source import chunks, recording


def process(denoiser, seed):
    denoiser.reset()
    outs = [denoiser.push(c) for c in chunks(recording(seed), 64)]
    return torch.cat(outs)


def main():
    torch.manual_seed(0)
    denoiser = StreamingDenoiser(hidden=24)
    for seed in (1, 2, 3):
        clean = process(denoiser, seed)
        print(f"recording {seed}: {clean.numel()} samples, rms {clean.pow(2).mean().sqrt().item():.5f}")
    print("chunks", denoiser.pushed)


if __name__ == "__main__":
    main()
