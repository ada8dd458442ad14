import torch

from codes import AdcReader
from model import FaultScorer


def summarise(scores):
    flat = torch.cat(scores)
    return flat.mean().item(), flat.max().item(), int((flat > 0.5).sum())


@torch.no_grad()
def main():
    torch.manual_seed(17)
    gen = torch.Generator().manual_seed(4)
    reader = AdcReader()
    model = FaultScorer(channels=6).eval()
    score = torch.compile(model, backend="inductor", fullgraph=True)
    scores = []
    for _ in range(4):
        codes = reader.sample(gen, 33, 6)
        alive = reader.valid(gen, 33, 6)
        scores.append(score(codes, alive))
    mean, top, faults = summarise(scores)
    print("mean %.3f max %.3f" % (mean, top))
    print("faults", faults)


if __name__ == "__main__":
    main()
