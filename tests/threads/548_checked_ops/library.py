import torch

import kernels

NAMES = ("rms_norm", "squared_relu", "project", "residual", "cosine")


class KernelLibrary:
    def __init__(self, backend):
        self.backend = backend
        for name in NAMES:
            setattr(self, name, self.build(getattr(kernels, name)))

    def build(self, kernel):
        return torch.compile(kernel, backend=self.backend)
