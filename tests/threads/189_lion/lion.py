import torch

from rules import rule_for


@torch.compile(backend="eager")
def _update(params, grads, momenta, lr, decay, betas):
    b1, b2 = betas
    total = torch.zeros(())
    for p, g, m in zip(params, grads, momenta):
        u = rule_for(p)(p, b1 * m + (1 - b1) * g, lr, decay)
        total = total + u.pow(2).sum()
        p.add_(u)
        m.mul_(b2).add_(g, alpha=1 - b2)
    return total.sqrt()


class Lion:
    def __init__(self, named, lr, decay, betas=(0.9, 0.99)):
        self.names, self.params = zip(*named)
        self.momenta = [torch.zeros_like(p) for p in self.params]
        self.lr, self.decay, self.betas = lr, decay, betas

    def state_dict(self):
        return {"lr": self.lr, "momenta": {n: m.clone() for n, m in zip(self.names, self.momenta)}}

    def load_state_dict(self, state):
        self.lr = state["lr"]
        for n, m in zip(self.names, self.momenta):
            m.copy_(state["momenta"][n])

    @torch.no_grad()
    def step(self):
        grads = [p.grad for p in self.params]
        return _update(list(self.params), grads, self.momenta, self.lr, self.decay, self.betas).item()
