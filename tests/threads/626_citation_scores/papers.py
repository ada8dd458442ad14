from typing import NamedTuple

import torch

_gen = torch.Generator().manual_seed(21)


class Citations(NamedTuple):
    starts: torch.Tensor
    targets: torch.Tensor


def citations(papers, links, inputs=12):
    """Each paper cites `links` others; the citations are sorted by the citing paper."""
    chance = torch.rand(papers, papers, generator=_gen)
    chance.fill_diagonal_(-1.0)
    targets = chance.topk(links, -1).indices.sort(-1).values
    starts = torch.arange(papers + 1) * links
    return Citations(starts, targets.flatten()), torch.randn(papers, inputs, generator=_gen)
