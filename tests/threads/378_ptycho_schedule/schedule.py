from dataclasses import dataclass, field


@dataclass
class UpdateWindow:
    lr: float
    start_iter: int = 1
    end_iter: int = 10_000

    def contains(self, it):
        return self.start_iter <= it <= self.end_iter


@dataclass
class UpdatePlan:
    windows: dict = field(default_factory=dict)

    def param_groups(self, model):
        return [{"params": [p], "lr": self.windows[n].lr, "name": n} for n, p in model.named_parameters()]

    def apply(self, model, it):
        for name, param in model.named_parameters():
            param.requires_grad_(self.windows[name].contains(it))

    def describe(self, it):
        return ",".join(name for name, window in self.windows.items() if window.contains(it))
