"""Beam search of a small language model with a repeat penalty."""
import torch

from beam import BeamSearch
from lm import TinyLM


def main():
    torch.manual_seed(5)
    lm = TinyLM(vocab=20, dim=16).eval()
    search = BeamSearch(lm, width=3, penalty=0.8, max_len=12)
    tokens, score = search.run(prompt=(1, 7, 4))
    print("tokens", tokens)
    print("score %.5f" % score.item())
    print("expanded", search.expanded)


if __name__ == "__main__":
    main()
