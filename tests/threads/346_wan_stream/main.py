import torch

from decoder import Decoder
from stream import StreamSession, to_uint8


def clip(frames, seed):
    gen = torch.Generator().manual_seed(seed)
    return torch.randn(1, 4, frames, 6, 8, generator=gen).cumsum(2) * 0.3


def main():
    torch.manual_seed(0)
    decoder = Decoder().eval()
    session = StreamSession(decoder, torch.compile(decoder, backend="aot_eager"), (6, 8))
    for number, length in enumerate([5, 4, 6]):
        session.reset()
        latents = clip(length, seed=number)
        out = torch.cat([session.push(z.contiguous()) for z in latents.split(1, dim=2)], dim=2)
        pixels = to_uint8(out)
        drift = (out[:, :, 1:] - out[:, :, :-1]).abs().mean()
        print(f"clip {number}: {session.count} frames {tuple(pixels.shape[-2:])}"
              f" mean {pixels.float().mean():.3f} drift {drift:.5f}")


if __name__ == "__main__":
    main()
