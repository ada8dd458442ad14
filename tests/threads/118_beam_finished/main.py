"""Beam search over a tiny recurrent translator."""
import torch

from decoder import Translator
from search import BeamSearch


def main():
    torch.manual_seed(21)
    model = Translator(vocab=17, width=20).eval()
    searcher = BeamSearch(model, beams=3, eos=0, max_len=9)
    total = 0.0
    with torch.no_grad():
        for src in ([3, 5, 7], [2, 9], [11, 4, 4, 8]):
            memory = model.encode(torch.tensor([src]))
            best, score = searcher.run(memory)
            total += score
            print("src", src, "->", best, f"{score:.4f}")
    print(f"total {total:.4f}")


if __name__ == "__main__":
    main()
