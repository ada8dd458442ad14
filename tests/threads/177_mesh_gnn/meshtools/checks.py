"""Argument checks with readable messages."""


class MeshError(ValueError):
    pass


def shape(edges):
    if edges.dim() != 2 or edges.shape[0] != 2:
        raise MeshError(f"edges must be [2, E], not {tuple(edges.shape)}")


def bounds(edges, num_nodes):
    top = edges.max()
    if top >= num_nodes:
        raise MeshError("an edge points to a node which does not exist")
