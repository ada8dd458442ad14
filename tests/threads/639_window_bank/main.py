import torch

from analyser import Analyser
from bank import WindowBank
from specs import Clip, spec_for

NAMES = ["wren", "robin", "finch", "owl", "kite", "lark", "heron"]


def load_clips():
    gen = torch.Generator().manual_seed(5)
    return [Clip(name, torch.randn(2, 512, generator=gen), 64 if i < 5 else 48)
            for i, name in enumerate(NAMES)]


def summarise(scores):
    return {name: round(float(s.sum()), 4) for name, s in scores.items()}


def main():
    torch.manual_seed(0)
    clips = load_clips()
    specs = [spec_for(c) for c in clips]
    bank = WindowBank().prepare(specs)
    model = Analyser(bank).eval()
    run = torch.compile(model, backend="aot_eager")
    scores = {}
    with torch.no_grad():
        for clip, spec in zip(clips, specs):
            scores[clip.name] = run(clip.samples, spec)
    for name, value in summarise(scores).items():
        print(name, value)
    print("labels", len({s.label() for s in specs}))


if __name__ == "__main__":
    main()
