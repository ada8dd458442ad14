import numpy as np
import torch


class Tree:
    def __init__(self, depth):
        self.levels = {one: torch.tensor(depth == one) for one in np.unique(depth)}


def total(tree, values):
    result = torch.zeros(())
    for level, chosen in tree.levels.items():
        result = result + level * (values * chosen).sum()
    return result


def main():
    tree = Tree(np.array([0, 1, 1, 2]))
    compiled = torch.compile(total, backend="eager", fullgraph=True)
    try:
        print(compiled(tree, torch.arange(4.0)).item())
    except RuntimeError as error:
        print(type(error).__name__)


main()
