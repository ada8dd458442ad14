from torch.optim.lr_scheduler import LambdaLR
from torch.optim.swa_utils import AveragedModel, SWALR


class Callback:
    def on_epoch_end(self, trainer, epoch):
        pass


class DecayAfterWarmup(Callback):
    """Constant rate for the first epochs, exponential decay from then on."""

    def __init__(self, warmup_epochs, gamma, until):
        self.warmup_epochs, self.gamma, self.until = warmup_epochs, gamma, until
        self.scheduler = None

    def on_epoch_end(self, trainer, epoch):
        if epoch + 1 == self.warmup_epochs:
            self.scheduler = LambdaLR(trainer.optimizer, lambda e: self.gamma ** e)
        elif self.scheduler is not None and epoch < self.until:
            self.scheduler.step()


class AverageTail(Callback):
    def __init__(self, start, lr):
        self.start, self.lr = start, lr
        self.average = None

    def on_epoch_end(self, trainer, epoch):
        if epoch == self.start:
            self.average = AveragedModel(trainer.model)
            self.scheduler = SWALR(trainer.optimizer, swa_lr=self.lr, anneal_epochs=2)
        if epoch >= self.start:
            self.average.update_parameters(trainer.model)
            self.scheduler.step()


class History(Callback):
    def __init__(self):
        self.rows = []

    def on_epoch_end(self, trainer, epoch):
        lr = float(trainer.optimizer.param_groups[0]["lr"])
        self.rows.append((epoch, round(trainer.last_loss, 4), round(lr, 5)))
