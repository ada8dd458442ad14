import torch

from encoder import StreamEncoder
from stream import chunks, run_stream


def main():
    torch.manual_seed(5)
    encoder = StreamEncoder().eval()
    step = torch.compile(encoder, backend="inductor")
    frames = torch.randn(2, 80, 32)
    out, energy = run_stream(step, encoder.start(2), chunks(frames, encoder.chunk))
    print("frames out:", tuple(out.shape))
    print("energy per chunk:", " ".join(f"{e:.4f}" for e in energy))
    print(f"last state {out[:, -1].mean().item():.4f}")


if __name__ == "__main__":
    main()
