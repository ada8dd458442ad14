import torch


def decayed(param, lr, weight_decay):
    return param * (1.0 - lr * weight_decay)


@torch.compile(backend="eager", fullgraph=True)
def lion_update(params, grads, averages, lr, beta1, beta2, weight_decay):
    new_params, new_averages = [], []
    for param, grad, exp_avg in zip(params, grads, averages):
        direction = exp_avg * beta1 + grad * (1.0 - beta1)
        new_params.append(decayed(param, lr, weight_decay) - lr * torch.tanh(direction * 50.0))
        new_averages.append(exp_avg * beta2 + grad * (1.0 - beta2))
    return new_params, new_averages


class SmoothLion:
    def __init__(self, params, lr=1e-2, betas=(0.95, 0.99), weight_decay=0.01):
        self.group = {
            "params": [p for p in params if p.requires_grad],
            "lr": torch.tensor(lr, dtype=torch.float64),
            "beta1": betas[0],
            "beta2": betas[1],
            "weight_decay": weight_decay,
        }
        self.state = {p: torch.zeros_like(p) for p in self.group["params"]}

    def zero_grad(self):
        for p in self.group["params"]:
            p.grad = None

    @torch.no_grad()
    def step(self):
        g = self.group
        averages = [self.state[p] for p in g["params"]]
        new_params, new_averages = lion_update(
            [p.detach() for p in g["params"]], [p.grad for p in g["params"]], averages,
            g["lr"], g["beta1"], g["beta2"], g["weight_decay"],
        )
        for p, avg, new_p, new_avg in zip(g["params"], averages, new_params, new_averages):
            p.copy_(new_p)
            avg.copy_(new_avg)
