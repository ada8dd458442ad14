def leaf(x):
    """The tensor, as one that gradients are taken for."""
    if x.requires_grad:
        return x
    return x.requires_grad_()
