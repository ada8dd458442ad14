import numpy as np
import torch

from estimator import PitchTracker, summarize
from frames import SIZE, band_edges, split, tone


def main():
    rng = np.random.default_rng(4)
    tracker = PitchTracker(np.hanning(SIZE))
    estimate = torch.compile(tracker.estimate, backend="inductor", fullgraph=True)
    for freq in (220.0, 330.0, 523.0):
        frames = split(tone(freq, 0.25, rng))
        track, power = estimate(frames)
        middle, spread = summarize(track)
        low, high = band_edges(freq - 100, freq + 100)
        share = power[:, low:high].sum() / power.sum()
        print(int(freq), round(middle, 2), round(spread, 2), round(float(share), 3))


if __name__ == "__main__":
    main()
