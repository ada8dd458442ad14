import torch

from kernels import orthogonal_update


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr=0.02, momentum=0.9, weight_decay=0.01):
        super().__init__(params, dict(lr=lr, momentum=momentum, weight_decay=weight_decay))

    def buffers_for(self, p):
        state = self.state[p]
        if not state:
            state["momentum"] = torch.zeros_like(p)
        return state["momentum"]

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            decay = 1.0 - group["lr"] * group["weight_decay"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                buf = self.buffers_for(p)
                buf.mul_(group["momentum"]).add_(p.grad)
                orthogonal_update(p, buf, group["lr"], decay)
