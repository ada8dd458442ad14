import re

import torch

TOKEN = re.compile(r"\(([^)]*)\)|(\w+)")


def axes(side):
    """``b (h d) n`` as a list of lists of names."""
    found = []
    for match in TOKEN.finditer(side):
        found.append((match.group(1) or match.group(2)).split())
    return found


def merge(x, pattern):
    """Put axes together as a pattern says: ``b h n d -> b n (h d)``."""
    left, right = pattern.split("->")
    names = [group[0] for group in axes(left)]
    groups = axes(right)
    order = [names.index(name) for group in groups for name in group]
    x = x.permute(order)
    sizes, shape = list(x.shape), []
    for group in groups:
        size = 1
        for _ in group:
            size *= sizes.pop(0)
        shape.append(size)
    return x.reshape(shape)
