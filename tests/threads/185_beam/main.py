"""Beam search over a tiny character decoder with a repetition penalty."""
import torch

from beam import BeamSearch
from config import load_config
from decoder import GruDecoder
from vocab import CharVocab


def main():
    cfg = load_config()
    torch.manual_seed(cfg.seed)
    vocab = CharVocab("abcdefgh ")
    model = GruDecoder(len(vocab), cfg.width).eval()
    search = BeamSearch(model, vocab, cfg)
    for prompt in ("ab", "cad"):
        text, score = search.generate(prompt)
        print(f"{prompt!r} -> {text!r} {score:.4f}")
    print(f"scored steps {search.steps}")


if __name__ == "__main__":
    main()
