class Warmup:
    def __init__(self, opt, steps):
        self.opt, self.steps = opt, steps
        self.targets = [g["lr"].clone() for g in opt.groups]
        self.count = 0
        self.step()

    def step(self):
        if self.count >= self.steps:
            return
        self.count += 1
        for g, target in zip(self.opt.groups, self.targets):
            g["lr"].copy_(target * self.count / self.steps)


class Plateau:
    def __init__(self, opt, factor=0.5, patience=1, min_lr=1e-3, threshold=1e-2):
        self.opt = opt
        self.factor, self.patience, self.min_lr = factor, patience, min_lr
        self.threshold = threshold
        self.best, self.bad = float("inf"), 0

    def step(self, metric):
        if metric < self.best * (1 - self.threshold):
            self.best, self.bad = metric, 0
            return False
        self.bad += 1
        if self.bad <= self.patience:
            return False
        self.bad = 0
        for g in self.opt.groups:
            old = float(g["lr"])
            g["lr"] = max(old * self.factor, self.min_lr)
        return True
