import torch
from torch import nn

from run_scope import RunConfig, current_run, run_scope


class Callback:
    def on_step_end(self, step: int, loss: float):
        pass


class PrintLoss(Callback):
    def __init__(self, every: int = 1):
        self.every = every

    def on_step_end(self, step, loss):
        if step % self.every == 0:
            print(f"{current_run().name} step {step} loss {loss:.5f}")


class Trainer:
    def __init__(self, model: nn.Module, objective: nn.Module, callbacks=()):
        self.model = model
        self.objective = objective
        self.callbacks = list(callbacks)
        self.step_fn = torch.compile(self.compute_loss, backend="aot_eager")

    def compute_loss(self, x, y):
        logits = self.model(x)
        return self.objective(logits, y)

    def fit(self, batches, cfg: RunConfig):
        opt = torch.optim.SGD(self.model.parameters(), lr=cfg.lr)
        with run_scope(cfg):
            for step in range(cfg.steps):
                x, y = next(batches)
                loss = self.step_fn(x, y)
                opt.zero_grad()
                loss.backward()
                opt.step()
                for callback in self.callbacks:
                    callback.on_step_end(step, loss.item())
