import math

import torch

from frontend import SpeechScorer

CONFIG = {
    "bands": 8,
    "words": 5,
    "chain": [
        {"use": "steps:preemphasis", "with": {"amount": 0.95}},
        {"use": "steps:frames"},
        {"use": "steps:band_energy", "with": {"bands": 8}},
        {"use": "steps:log_scale"},
    ],
}


def tone_batch(count, length=512):
    t = torch.arange(length) / 8000.0
    pitches = 180.0 + 70.0 * torch.arange(count)
    wave = torch.sin(2 * math.pi * pitches[:, None] * t)
    return wave + 0.05 * torch.randn(count, length)


def main():
    torch.manual_seed(21)
    scorer = SpeechScorer(CONFIG).eval()
    run = torch.compile(scorer, backend="aot_eager")
    print("chain", " > ".join(str(plugin) for plugin in scorer.chain))
    with torch.no_grad():
        for _ in range(3):
            scores = run(tone_batch(4))
            print("best", scores.argmax(-1).tolist(), f"spread {scores.std().item():.5f}")


if __name__ == "__main__":
    main()
