from collections import defaultdict

import torch


def to_number(value):
    if torch.is_tensor(value):
        return value.item()
    return float(value)


class MeterBoard:
    def __init__(self):
        self.values = defaultdict(list)

    def update(self, report):
        for name, value in report.items():
            self.values[name].append(to_number(value))

    def first(self, name):
        return self.values[name][0]

    def last(self, name):
        return self.values[name][-1]
