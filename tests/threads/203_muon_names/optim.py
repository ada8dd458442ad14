"""A momentum optimizer with orthogonalised updates for square weights."""
import torch


def newton_schulz(grad, rounds):
    a, b, c = 3.4445, -4.7750, 2.0315
    x = grad / (grad.norm() + 1e-7)
    for _ in range(rounds):
        gram = x @ x.T
        x = a * x + (b * gram + c * gram @ gram) @ x
    return x


class Ortho(torch.optim.Optimizer):
    def __init__(self, named, lr=0.02, momentum=0.9, rounds=3, backend="aot_eager", meter=None):
        named = list(named)
        super().__init__([p for _, p in named], dict(lr=lr, momentum=momentum))
        self.rounds = rounds
        self.meter = meter
        for name, p in named:
            self.state[p]["name"] = name
            self.state[p]["buf"] = torch.zeros_like(p)
            self.state[p]["rms"] = torch.zeros(())
        self._update = torch.compile(self._update_one, backend=backend)

    def _update_one(self, p, grad, state, group):
        buf = state["buf"]
        buf.mul_(group["momentum"]).add_(grad)
        update = newton_schulz(grad + group["momentum"] * buf, self.rounds)
        if self.meter is not None:
            self.meter.track(state, update)
        p.sub_(update, alpha=group["lr"])

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    self._update(p, p.grad, self.state[p], group)
