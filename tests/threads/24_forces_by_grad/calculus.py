def derivative(energy, pos):
    """The gradient of the energy with respect to the positions."""
    pos.grad = None
    energy.sum().backward(inputs=[pos])
    return pos.grad
