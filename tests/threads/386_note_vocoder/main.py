import torch

from synth import NoteSynth, SynthConfig


def melodies(count, batch, notes, pitches):
    for _ in range(count):
        steps = torch.randint(-3, 4, (batch, notes))
        yield (pitches // 2 + steps.cumsum(-1)).clamp(0, pitches - 1)


def loudness(audio, window=64):
    return audio.unfold(-1, window, window).square().mean(-1).sqrt()


@torch.no_grad()
def main():
    torch.manual_seed(17)
    cfg = SynthConfig()
    synth = NoteSynth(cfg).eval()
    render = torch.compile(synth, backend="eager", fullgraph=True)
    for index, melody in enumerate(melodies(3, 2, 8, cfg.pitches)):
        audio, durations = render(melody)
        level = loudness(audio)
        print(f"clip {index} frames {durations.sum(-1).tolist()} rms {level.mean().item():.5f}")
        print(f"  peak {audio.abs().max().item():.5f} tail {level[:, -1].sum().item():.5f}")


if __name__ == "__main__":
    main()
