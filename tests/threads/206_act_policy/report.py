"""What the trainer logs."""


class LossReport:
    def __init__(self):
        self.values = {}

    def add(self, name, value):
        self.values[name] = value.item()

    def as_dict(self):
        return {f"{name}_loss": value for name, value in self.values.items()}


class RunningMean:
    """Eager-side averages, fed by the trainer once a step."""

    def __init__(self):
        self.total, self.count = {}, 0

    def update(self, values):
        self.count += 1
        for name, value in values.items():
            self.total[name] = self.total.get(name, 0.0) + float(value)

    def means(self):
        return {name: total / self.count for name, total in sorted(self.total.items())}
