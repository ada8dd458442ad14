"""Offline rendering of a guitar line through a chain of effects."""
import torch

import effects  # noqa: F401  (registers the effects)
from chain import Chain
from plugkit import stats
from source import pluck, split


def main():
    torch.manual_seed(0)
    line = torch.cat([pluck(f, 900, seed=i) for i, f in enumerate((82.4, 110.0, 146.8))], -1)
    chain = Chain(["tremolo", "comb", "drive", "widen"], rate=8000)
    out = [chain.render(chunk) for chunk in split(line, 800)]
    y = torch.cat(out, -1)
    print(f"samples {y.shape[-1]} channels {y.shape[0]}")
    print(f"rms {y.pow(2).mean().sqrt():.5f} peak {y.abs().amax():.5f}")
    print(f"side energy {(y[0] - y[1]).pow(2).mean():.6f}")
    print(f"timed functions {len(stats.names())}")


if __name__ == "__main__":
    main()
