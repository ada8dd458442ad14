import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

HEAVY = (F.linear, F.scaled_dot_product_attention)


class CallMeter(TorchFunctionMode):
    def __init__(self, watched=HEAVY):
        super().__init__()
        self.watched = watched
        self.calls = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func in self.watched:
            self.calls += 1
        return func(*args, **(kwargs or {}))


class Ledger:
    def __init__(self, price_per_call):
        self.price_per_call = price_per_call
        self.rows = []

    def charge(self, tenant, before, after):
        used = int(after) - int(before)
        self.rows.append((tenant, used, used * self.price_per_call))

    def total(self):
        return sum(cost for _, _, cost in self.rows)
