"""Modules that change themselves, and buffers that change in place."""
import torch


class Counting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.register_buffer("steps", torch.zeros(1))
        self.history = []
        self.calls = 0
        self.table = {}

    def forward(self, x):
        self.steps += 1
        self.calls += 1
        self.history.append(self.calls)
        y = self.norm(self.linear(x))
        self.table[self.calls] = y.sum()
        if self.calls == 2:
            self.linear = torch.nn.Linear(3, 3, bias=False)
            self.extra = torch.nn.Parameter(torch.ones(3))
        if hasattr(self, "extra"):
            y = y * self.extra
        self.last = y
        return y.relu()


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(3, 3)
        self.second = torch.nn.Linear(3, 3)
        self.second.weight = self.first.weight

    def forward(self, x):
        x = self.second(self.first(x))
        x[0] = 7
        x.t_()
        return x


for backend in ("eager", "aot_eager"):
    torch.manual_seed(0)
    torch._dynamo.reset()
    module = Counting()
    compiled = torch.compile(module, backend=backend)
    for _ in range(4):
        out = compiled(torch.randn(4, 3))
        out.sum().backward()
        print(out.tolist(), module.linear.weight.grad is None)
    print(module.steps.tolist(), module.calls, module.history, sorted(module.table))
    print(module.norm.running_mean.tolist(), module.last.shape)
    tied = Tied()
    with torch.no_grad():
        print(torch.compile(tied, backend=backend)(torch.randn(3, 3)).tolist())
    print(sorted(module.state_dict()), sorted(compiled.state_dict()))
