"""Next-character model on a fixed text; the module compiles itself."""
import torch

from corpus import Corpus
from model import CharModel


def main():
    torch.manual_seed(0)
    corpus = Corpus("the quick brown fox jumps over the lazy dog. " * 6, length=16)
    model = CharModel(len(corpus.alphabet), width=24, layers=2)
    model.compile(backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=1e-2)
    losses = []
    for ids, nxt in corpus.batches(10, 8, seed=3):
        logits = model(ids)
        loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), nxt.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print("loss", " ".join(f"{v:.4f}" for v in losses))
    print("alphabet", len(corpus.alphabet))


if __name__ == "__main__":
    main()
