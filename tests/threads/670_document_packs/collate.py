from dataclasses import dataclass

import torch

BUDGET = 96


@dataclass
class PackedBatch:
    tokens: torch.Tensor
    positions: torch.Tensor
    labels: torch.Tensor
    lengths: list


def collate(documents):
    tokens, positions, labels = [], [], []
    for ids, topic in documents:
        tokens.extend(ids)
        positions.extend(range(len(ids)))
        labels.append(topic)
    return PackedBatch(
        tokens=torch.tensor(tokens),
        positions=torch.tensor(positions),
        labels=torch.tensor(labels),
        lengths=[len(ids) for ids, _ in documents],
    )
