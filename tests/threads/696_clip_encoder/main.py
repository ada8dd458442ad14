import torch

from clips import library, loudness, pad_to_hop
from encoder import AudioEncoder


@torch.no_grad()
def main():
    torch.manual_seed(17)
    encoder = AudioEncoder().eval()
    encode = torch.compile(encoder, backend="aot_eager")
    names, rows = [], []
    for pitch, wave in library(4):
        rows.append(encode(pad_to_hop(wave, encoder.hop).unsqueeze(0)).squeeze(0))
        names.append(pitch)
        print(f"{pitch} Hz: {loudness(wave).item():.2f} dB")
    near = torch.stack(rows) @ rows[0]
    for pitch, value in zip(names, near.tolist()):
        print(f"{names[0]} ~ {pitch}: {value:.4f}")


if __name__ == "__main__":
    main()
