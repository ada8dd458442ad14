from moe import Expert
from router import Router


class Callback:
    def on_epoch(self, epoch, trainer):
        pass


class Anneal(Callback):
    """Less and less noise for all routers of the program."""

    def __init__(self, start, factor, off):
        self.value, self.factor, self.off = start, factor, off

    def on_epoch(self, epoch, trainer):
        Router.jitter = self.value * self.factor**epoch if epoch < self.off else 0.0


class LearningRate(Callback):
    def __init__(self, start):
        self.start = start

    def on_epoch(self, epoch, trainer):
        for group in trainer.opt.param_groups:
            group["lr"] = self.start / (1 + epoch)


class History(Callback):
    def __init__(self):
        self.rows = []

    def on_epoch(self, epoch, trainer):
        self.rows.append((epoch, trainer.last, Expert.scale))
