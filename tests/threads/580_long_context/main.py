import torch

from model import Decoder
from scoring import Scorer, documents


def main():
    torch.manual_seed(0)
    model = Decoder().eval()
    scorer = Scorer(model)
    values = [scorer.perplexity(doc) for doc in documents((24, 40, 56, 72))]
    print("perplexity", " ".join("%.2f" % v for v in values))
    print("longest", model.rotary.cached)


if __name__ == "__main__":
    main()
