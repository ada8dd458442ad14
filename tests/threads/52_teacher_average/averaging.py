import copy

import torch


@torch.compile(backend="eager")
def blend(old, new, decay):
    return old * decay + new * (1 - decay)


class Average:
    def __init__(self, module, decay):
        self.teacher = copy.deepcopy(module).eval()
        self.decay = torch.tensor(decay)

    def tensors(self, module):
        return [*module.parameters(), *module.buffers()]

    @torch.no_grad()
    def update(self, module):
        for old, new in zip(self.tensors(self.teacher), self.tensors(module)):
            old.copy_(blend(old, new, self.decay))
