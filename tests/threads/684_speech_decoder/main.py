import torch

from decoder import SpeechDecoder
from synth import delay, speak


def main():
    torch.manual_seed(0)
    books, codes, dim = 3, 20, 32
    model = SpeechDecoder(books, codes, dim).eval()
    step = torch.compile(model, backend="aot_eager")
    generator = torch.Generator().manual_seed(5)
    for sentence in range(2):
        voice = torch.randn(2, dim, generator=generator)
        frames, confidence = speak(model, step, voice, frames=14)
        codes_out = delay(frames, pad=codes)
        print(f"sentence {sentence} frames {tuple(codes_out.shape)} sum {int(frames.sum())} confidence {confidence:.4f}")


if __name__ == "__main__":
    main()
