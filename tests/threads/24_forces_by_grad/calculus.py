import torch


def derivative(energy, pos):
    """The gradient of the energy with respect to the positions."""
    (grad,) = torch.autograd.grad(energy.sum(), pos)
    return grad
