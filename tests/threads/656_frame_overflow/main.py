import torch

from encoder import FrameEncoder
from numerics import rms


def clips(count, seed):
    gen = torch.Generator().manual_seed(seed)
    return [torch.randn(2, 40, 20, generator=gen) for _ in range(count)]


@torch.no_grad()
def main():
    torch.manual_seed(2)
    encoder = FrameEncoder().eval()
    encode = torch.compile(encoder, backend="aot_eager", fullgraph=True)
    levels = []
    for clip in clips(4, seed=8):
        out = encode(clip)
        levels.append(rms(out).item())
    print("levels", " ".join(f"{v:.4f}" for v in levels))
    print(f"mean level {sum(levels) / len(levels):.4f}")
    print(f"last frame {out[:, -1].sum().item():.4f}")


if __name__ == "__main__":
    main()
