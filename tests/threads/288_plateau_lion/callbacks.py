class Callback:
    def on_epoch_end(self, trainer, loss):
        pass


class History(Callback):
    def __init__(self):
        self.rows = []

    def on_epoch_end(self, trainer, loss):
        lr = float(trainer.optimizer.param_groups[0]["lr"])
        self.rows.append((trainer.epoch, loss, lr))


class ReduceOnPlateau(Callback):
    def __init__(self, factor=0.5, patience=1, threshold=0.02, min_lr=1e-5):
        self.factor, self.patience = factor, patience
        self.threshold, self.min_lr = threshold, min_lr
        self.best, self.bad = float("inf"), 0

    def on_epoch_end(self, trainer, loss):
        if loss < self.best * (1 - self.threshold):
            self.best, self.bad = loss, 0
            return
        self.bad += 1
        if self.bad >= self.patience:
            self.bad = 0
            self.reduce(trainer.optimizer)

    def reduce(self, optimizer):
        for group in optimizer.param_groups:
            old = float(group["lr"])
            new = max(old * self.factor, self.min_lr)
            if old - new > 1e-8:
                group["lr"] = new
