import torch


class Momentum:
    def __init__(self, weight, betas):
        self.weight = weight
        self.group = {"betas": betas}
        self.mean = torch.zeros_like(weight)

    def step(self, grad):
        beta1, beta2 = self.group["betas"]
        mixed = self.mean.mul(beta1).add(grad, alpha=1 - beta1)
        self.mean.mul_(beta2).add_(grad, alpha=0.5)
        self.weight.sub_(mixed)


def main():
    torch.manual_seed(0)
    rule = Momentum(torch.ones(4), (0.95, 0.98))
    step = torch.compile(rule.step, backend="aot_eager")
    for number in range(5):
        rule.group["betas"] = (0.95 - 0.01 * number, rule.group["betas"][1])
        step(torch.full((4,), 0.1))
    print([round(one, 4) for one in rule.weight.tolist()])


main()
