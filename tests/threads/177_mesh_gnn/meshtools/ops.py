import torch

from . import checks


def _sum(values, target, n):
    out = values.new_zeros(n, values.shape[-1])
    return out.index_add(0, target, values)


def _mean(values, target, n):
    ones = values.new_ones(values.shape[0], 1)
    return _sum(values, target, n) / _sum(ones, target, n).clamp(min=1.0)


_REDUCE = {"sum": _sum, "mean": _mean}


def gather_scatter(h, edges, num_nodes, reduce="sum", validate=True):
    """Sends h[source] to target and reduces there."""
    if validate:
        checks.shape(edges)
        checks.bounds(edges, num_nodes)
    source, target = edges[0], edges[1]
    return _REDUCE[reduce](h[source], target, num_nodes)
