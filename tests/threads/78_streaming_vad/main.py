import torch

from features import FrontEnd, synth
from vad import VoiceDetector

CHUNK = 160


def stream(model, wave):
    scores = []
    for chunk in wave.split(CHUNK, dim=-1):
        scores.append(model(chunk))
    return torch.cat(scores, dim=1)


def main():
    torch.manual_seed(3)
    front = FrontEnd(frame=16, bands=12)
    model = VoiceDetector(front, width=24).eval()
    model.compile(backend="eager")
    with torch.no_grad():
        for name, seconds in (("short", 3), ("long", 6)):
            model.state.clear()
            wave = synth(batch=2, samples=CHUNK * seconds, seed=seconds)
            scores = stream(model, wave)
            print(f"{name}: frames={scores.shape[1]} mean={scores.mean():.6f} last={scores[0, -1]:.6f}")


if __name__ == "__main__":
    main()
