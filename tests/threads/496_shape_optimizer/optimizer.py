import torch

from kernels import compiled_update


class ClippedAdam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-2, warmup=5):
        super().__init__(params, {"lr": lr, "warmup": warmup})
        self.count = torch.zeros(())

    def _slots(self, p):
        state = self.state[p]
        if not state:
            state["exp_avg"] = torch.zeros_like(p)
            state["exp_avg_sq"] = torch.zeros_like(p)
        return state["exp_avg"], state["exp_avg_sq"]

    @torch.no_grad()
    def step(self):
        self.count += 1
        for group in self.param_groups:
            lr = group["lr"] * (self.count / group["warmup"]).clamp(max=1.0)
            active = [p for p in group["params"] if p.grad is not None]
            for p in active:
                compiled_update(p, p.grad, *self._slots(p), lr, self.count)

    def momentum_norm(self):
        return sum(s["exp_avg"].pow(2).sum() for s in self.state.values()).sqrt()
