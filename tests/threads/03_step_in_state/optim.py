import torch

from update import adam_update


class CompiledAdam(torch.optim.Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.99), eps=1e-8):
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps))
        self._update = torch.compile(adam_update, backend="eager")

    def init_state(self, p):
        state = self.state[p]
        state["step"] = 0
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                if not self.state[p]:
                    self.init_state(p)
                state = self.state[p]
                state["step"] += 1
                self._update(p.detach(), p.grad, state, group["lr"], group["betas"], group["eps"])
