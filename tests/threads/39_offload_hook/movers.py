import torch


def cast_tree(tree, dtype):
    if isinstance(tree, torch.Tensor):
        return tree.to(dtype)
    if isinstance(tree, dict):
        return {key: cast_tree(value, dtype) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(cast_tree(value, dtype) for value in tree)
    return tree
