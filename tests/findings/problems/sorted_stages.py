from dataclasses import dataclass

import torch

STAGES = [("taste", 0.5), ("fresh", 0.25), ("crowd", 0.375)]


@dataclass
class Stage:
    name: str
    weight: object


def build(entries):
    stages = []
    for name, value in entries:
        weight = torch.tensor(value)
        stages.append(Stage(name, weight))
    return stages


def by_weight(stages):
    return sorted(stages, key=lambda stage: stage.weight, reverse=True)


class Ranker(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = build(STAGES)

    def forward(self, x):
        total = 0.0
        for stage in by_weight(self.stages):
            total = total * 0.5 + stage.weight * x
        return total


def main():
    rank = torch.compile(Ranker(), backend="eager")
    print(rank(torch.arange(3.0)).tolist())


main()
