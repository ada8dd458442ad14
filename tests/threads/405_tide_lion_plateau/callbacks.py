"""Callbacks that the fit loop runs after every epoch."""
import torch


class Callback:
    def on_epoch_end(self, trainer, epoch, metric):
        pass


class PlateauDecay(Callback):
    """Lower the learning rate when the validation metric stops improving."""

    def __init__(self, factor=0.5, patience=1, threshold=0.02, min_lr=1e-6):
        self.factor, self.patience = factor, patience
        self.threshold, self.min_lr = threshold, min_lr
        self.best, self.bad_epochs = float("inf"), 0

    def on_epoch_end(self, trainer, epoch, metric):
        if metric < self.best * (1 - self.threshold):
            self.best, self.bad_epochs = metric, 0
            return
        self.bad_epochs += 1
        if self.bad_epochs >= self.patience:
            self._reduce(trainer.optimizer)
            self.bad_epochs = 0

    def _reduce(self, optimizer):
        for group in optimizer.param_groups:
            old_lr = float(group["lr"])
            new_lr = max(old_lr * self.factor, self.min_lr)
            if old_lr - new_lr > 1e-9:
                group["lr"] = new_lr


class BestWeights(Callback):
    def __init__(self):
        self.best, self.epoch, self.state = float("inf"), -1, None

    @torch.no_grad()
    def on_epoch_end(self, trainer, epoch, metric):
        if metric < self.best:
            self.best, self.epoch = metric, epoch
            self.state = {k: v.clone() for k, v in trainer.model.state_dict().items()}
