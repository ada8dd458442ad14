import torch

from backbone import Backbone
from corpus import packed_rows, plain_rows
from scoring import Scorer


def perplexity(losses):
    return float(torch.tensor(losses).mean().exp())


def main():
    torch.manual_seed(13)
    model = Backbone(vocab=40, width=32, heads=4, depth=2).eval()
    scorer = Scorer(model)
    plain = [scorer.loss(ids) for ids in plain_rows(rows=3, length=16, vocab=40, seed=2)]
    packed = [scorer.loss(ids, pos) for ids, pos in packed_rows(rows=3, parts=(6, 4, 6), vocab=40, seed=6)]
    print("plain", [round(v, 4) for v in plain])
    print("packed", [round(v, 4) for v in packed])
    print("plain ppl", round(perplexity(plain), 2))
    print("packed ppl", round(perplexity(packed), 2))


if __name__ == "__main__":
    main()
