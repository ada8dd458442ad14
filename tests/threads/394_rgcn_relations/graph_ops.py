import torch


def relation_weights(edge_index, edge_type, num_nodes):
    """Per relation: 1 / in-degree of the target for that relation's edges, else 0."""
    dst = edge_index[1]
    weights = []
    for rel in range(count_types(edge_type)):
        mask = (edge_type == rel).float()
        degree = mask.new_zeros(num_nodes).index_add(0, dst, mask)
        weights.append(mask / degree.clamp(min=1.0)[dst])
    return weights


def count_types(edge_type):
    return int(edge_type.max()) + 1


def add_inverse_edges(edge_index, edge_type, num_relations):
    inverse = edge_index.flip(0)
    return (
        torch.cat([edge_index, inverse], dim=1),
        torch.cat([edge_type, edge_type + num_relations]),
    )
