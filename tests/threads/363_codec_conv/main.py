import torch

from codec import CodecConfig, build_codec


def make_clip(seconds, rate, seed):
    gen = torch.Generator().manual_seed(seed)
    t = torch.arange(int(seconds * rate)) / rate
    tone = torch.sin(2 * torch.pi * 220 * t) + 0.1 * torch.randn(t.numel(), generator=gen)
    return tone.view(1, 1, -1)


@torch.no_grad()
def main():
    torch.manual_seed(0)
    codec = build_codec(CodecConfig()).eval()
    encode = torch.compile(codec, backend="eager")
    for seed in range(3):
        codes, commit = encode(make_clip(0.25, 1601, seed))
        print(f"clip {seed}: codes {tuple(codes.shape)} sum {int(codes.sum())} commit {commit.item():.6f}")


if __name__ == "__main__":
    main()
