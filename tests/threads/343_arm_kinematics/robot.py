from dataclasses import dataclass

import numpy as np
import torch


@dataclass
class RobotSpec:
    parents: tuple = (-1, 0, 1, 2, 1, 4, 5)
    lengths: tuple = (0.2, 0.4, 0.3, 0.1, 0.4, 0.3, 0.1)
    limit: float = 1.5


def tree_depth(parents: np.ndarray) -> np.ndarray:
    depth = np.zeros(len(parents), dtype=np.int32)
    for body, parent in enumerate(parents):
        if parent >= 0:
            depth[body] = depth[parent] + 1
    return depth


class RobotModel:
    def __init__(self, spec: RobotSpec):
        parents = np.asarray(spec.parents, dtype=np.int32)
        depth = tree_depth(parents)
        self.num_bodies = len(parents)
        self.limit = spec.limit
        self.parents = torch.from_numpy(parents).long()
        self.offsets = torch.zeros(self.num_bodies, 3)
        self.offsets[:, 0] = torch.tensor(spec.lengths)
        self.levels = {d: torch.from_numpy(np.nonzero(depth == d)[0]) for d in np.unique(depth)}
        self.leaves = torch.tensor([i for i in range(len(parents)) if i not in spec.parents])
