from dataclasses import dataclass
from typing import Any, Callable

import torch


def dot(model, users):
    return model.user(users) @ model.item.weight.t()


def recency(model, users):
    return torch.exp(-0.1 * model.age).expand(users.shape[0], -1)


def popularity(model, users):
    return torch.log1p(model.clicks).expand(users.shape[0], -1)


KINDS = {"dot": dot, "recency": recency, "popularity": popularity}


@dataclass
class Stage:
    name: str
    score: Callable
    weight: Any


def build_stages(entries):
    stages = []
    for entry in entries:
        weight = torch.tensor(entry["weight"])
        stages.append(Stage(entry["name"], KINDS[entry["kind"]], weight))
    return stages


def by_weight(stages):
    return sorted(stages, key=lambda stage: stage.weight, reverse=True)
