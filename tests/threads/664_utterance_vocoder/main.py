import torch

from speech import crossfade, sentence_codes
from vocoder import Vocoder
from windows import frame_energy

SENTENCES = [
    "the quick brown fox jumps over it",
    "a short line of words",
    "rain fell on the quiet harbour all night",
    "nobody answered the second bell",
    "there is tea in the kitchen",
    "seven boats left before the storm came",
    "good night",
]


@torch.no_grad()
def main():
    torch.manual_seed(1)
    vocoder = Vocoder().eval()
    synth = torch.compile(vocoder, backend="inductor")
    parts = []
    for codes in sentence_codes(SENTENCES):
        wave = synth(codes)
        parts.append(wave[0])
        print(codes.size(1), wave.size(1), round(wave.abs().mean().item(), 4))
    full = crossfade(parts, overlap=12)
    energy = frame_energy(full, vocoder.hop)
    print("samples", full.numel(), "peak", round(energy.max().item(), 4))


if __name__ == "__main__":
    main()
