import torch

from chunker import duration
from diarizer import Diarizer, merge


def make_wave(seconds, pitch):
    t = torch.arange(int(seconds * 8000)) / 8000
    return torch.sin(2 * torch.pi * pitch * t) + 0.2 * torch.randn(t.numel())


def main():
    torch.manual_seed(29)
    diarizer = Diarizer()
    total, turns, confidence = 0.0, 0, []
    for seconds, pitch in [(0.45, 180), (0.72, 240), (0.28, 120), (0.6, 310), (0.78, 150), (0.35, 200)]:
        wave = make_wave(seconds, pitch)
        labels, score = diarizer.label(wave)
        turns += len(merge(labels))
        confidence.append(round(score, 3))
        total += duration(wave)
    print("seconds", round(total, 2), "turns", turns)
    print("confidence", confidence)


if __name__ == "__main__":
    main()
