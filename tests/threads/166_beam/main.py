"""Beam search over a small autoregressive melody model."""
import torch

from beam import BeamSearch
from config import load_config
from lm import MelodyLM
from processors import build


def main():
    torch.manual_seed(6)
    cfg = load_config()
    lm = MelodyLM(cfg["vocab"], cfg["dim"])
    search = BeamSearch(lm, build(cfg["processors"]), cfg)
    for prompt in ([1, 4], [2, 2], [7, 3]):
        tokens, score = search(prompt)
        print(f"{prompt} -> {' '.join(map(str, tokens))}  {score:.4f}")


if __name__ == "__main__":
    main()
