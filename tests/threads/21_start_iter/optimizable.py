import torch


class Optimizable:
    """Tensors and the iteration from which on each is optimized."""

    def __init__(self, tensors, start, lr):
        self.tensors, self.start = tensors, start
        for tensor in tensors.values():
            tensor.requires_grad_(True)
        self.opt = torch.optim.Adam(tensors.values(), lr=lr)

    def begin(self, iteration):
        self.opt.zero_grad()
        for name, tensor in self.tensors.items():
            tensor.requires_grad_(iteration >= self.start[name])

    def finish(self, iteration):
        self.opt.step()
