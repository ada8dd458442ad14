import torch

MAKERS = {"hann": torch.hann_window, "hamming": torch.hamming_window}


class WindowBank:
    def __init__(self):
        self.tables = {}

    def prepare(self, specs):
        for spec in specs:
            if spec not in self.tables:
                self.tables[spec] = MAKERS[spec.kind](spec.size)
        return self

    def lookup(self, spec):
        return self.tables[spec]

    def total(self):
        return sum(t.numel() for t in self.tables.values())
