import torch


def build_tree(priorities):
    levels = [priorities]
    while levels[-1].numel() > 1:
        levels.append(levels[-1].view(-1, 2).sum(-1))
    return levels


def leaf_edges(levels):
    return levels[0].cumsum(0)


def cut_point(levels, draw):
    total = levels[-1][0]
    return (draw * total).item()


def importance(levels, index, beta):
    share = levels[0][index] / levels[-1][0]
    return (share * levels[0].numel()) ** (-beta)
