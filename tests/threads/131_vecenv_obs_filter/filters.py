"""Filters between the environment and the policy."""


class Filter:
    def __call__(self, x):
        return self.apply(x)


class Scale(Filter):
    def __init__(self, factor):
        self.factor = factor

    def apply(self, x):
        if self.factor != 1.0:
            x = x * self.factor
        return x


class Clip(Filter):
    def __init__(self, limit):
        self.limit = limit
        self.active = True

    def exceeds(self, x):
        return (x.abs() > self.limit).any()

    def apply(self, x):
        if self.active and self.exceeds(x):
            return x.clamp(-self.limit, self.limit)
        return x


class Chain(Filter):
    def __init__(self, *filters):
        self.filters = filters

    def apply(self, x):
        for f in self.filters:
            x = f(x)
        return x
