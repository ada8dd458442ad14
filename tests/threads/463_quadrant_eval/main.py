import torch

from data import SplitConfig, make_loader
from evaluate import Evaluator
from model import QuadrantNet

SPLITS = [
    SplitConfig("val", size=37, noise=0.3),
    SplitConfig("hard", size=49, noise=1.0),
    SplitConfig("clean", size=29, noise=0.1),
]


def main():
    torch.manual_seed(0)
    model = QuadrantNet()
    evaluator = Evaluator(model)
    for split in SPLITS:
        tally = evaluator.run(make_loader(split, batch_size=16))
        print(split.name, tally.seen, tally.summary())


if __name__ == "__main__":
    main()
