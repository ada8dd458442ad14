import torch

from fragments import FragmentLibrary
from model import ThreeBody

CLUSTERS = [
    ("water", "water", "water"),
    ("water", "water", "ammonia"),
    ("methanol", "methanol", "methanol"),
    ("water", "ammonia", "water"),
    ("methanol", "water", "water"),
    ("water", "ammonia", "methanol"),
    ("ammonia", "ammonia", "water"),
    ("methanol", "ammonia", "water"),
]


class ClusterScorer:
    def __init__(self, library, model, backend="eager"):
        self.library = library
        self.energy = torch.compile(model, backend=backend)

    @torch.no_grad()
    def score(self, names, dist):
        parts = [self.library.features(n) for n in names]
        return self.energy(*parts, dist)


def main():
    torch.manual_seed(11)
    library = FragmentLibrary()
    scorer = ClusterScorer(library, ThreeBody(library.width))
    gen = torch.Generator().manual_seed(5)
    total = torch.zeros(())
    for names in CLUSTERS:
        dist = 2.5 + torch.rand(3, generator=gen)
        energy = scorer.score(names, dist)
        total = total + energy
        electrons = sum(library.mass_number(n) for n in names)
        print(f"{'-'.join(names):28s} Z={electrons:3d} E={energy.item():+.6f}")
    print(f"sum {total.item():+.6f}")


if __name__ == "__main__":
    main()
