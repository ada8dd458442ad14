import torch

from net import LipNet
from pipeline import LipSyncPipeline, blend


def make_clip(length, seed, side=16):
    gen = torch.Generator().manual_seed(seed)
    frames = torch.rand(length, 3, side, side, generator=gen) * 2 - 1
    audio = torch.randn(length + 2, 10, generator=gen)
    return frames, audio


def main():
    torch.manual_seed(0)
    pipe = LipSyncPipeline(LipNet().eval())
    for number, length in enumerate((21, 19, 30, 17)):
        frames, audio = make_clip(length, seed=number)
        painted = pipe(frames, audio)
        out = blend(frames[: len(painted)], painted)
        print(f"clip {number}: {len(out)} frames mean {out.mean().item():.5f} std {out.std().item():.5f}")


if __name__ == "__main__":
    main()
