import torch


class RunningNorm:
    def __init__(self, eps=1e-5, clip=5.0):
        self.eps = eps
        self.clip = clip
        self.mean = None
        self.var = None
        self.count = None

    def update(self, x):
        n = x.shape[0]
        batch_mean = x.mean(dim=0)
        batch_var = x.var(dim=0, unbiased=False)
        if self.mean is None:
            self.mean, self.var = batch_mean, batch_var
            self.count = torch.full((), float(n))
            return
        total = self.count + n
        delta = batch_mean - self.mean
        self.mean = self.mean + delta * (n / total)
        m2 = self.var * self.count + batch_var * n + delta.square() * (self.count * n / total)
        self.var = m2 / total
        self.count = total

    def normalize(self, x):
        z = (x - self.mean) / torch.sqrt(self.var + self.eps)
        return z.clamp(-self.clip, self.clip)

    def scale(self, x):
        return (x / torch.sqrt(self.var + self.eps)).clamp(-self.clip, self.clip)
