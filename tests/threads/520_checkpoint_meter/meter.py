import time


class StageMeter:
    def __init__(self):
        self.calls = {}
        self.last = {}

    def begin(self, stage):
        self.calls[stage] = self.calls.get(stage, 0) + 1
        self.last[stage] = time.perf_counter()

    def total(self):
        return sum(self.calls.values())


METER = StageMeter()
