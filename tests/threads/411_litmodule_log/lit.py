import torch
from torch import nn

from signature_utils import param_in_hook_signature


class Metric:
    def __init__(self, reduce="mean"):
        self.reduce = reduce
        self.reset()

    def reset(self):
        self.total = torch.zeros(()) if self.reduce == "mean" else torch.tensor(float("-inf"))
        self.count = torch.zeros(())

    def update(self, value):
        if self.reduce == "mean":
            self.total = self.total + value
        else:
            self.total = torch.maximum(self.total, value)
        self.count = self.count + 1

    def compute(self):
        return self.total / self.count if self.reduce == "mean" else self.total


class LitModule(nn.Module):
    def __init__(self, metrics):
        super().__init__()
        self.metrics = {name: Metric(reduce) for name, reduce in metrics.items()}

    def log(self, name, value, batch_size=None):
        if batch_size is None and param_in_hook_signature(self.training_step, "dataloader_iter"):
            raise RuntimeError(f"log({name!r}) needs batch_size when the step takes dataloader_iter")
        self.metrics[name].update(value.detach())

    def log_dict(self, values, **kwargs):
        for name, value in values.items():
            self.log(name, value, **kwargs)


class Trainer:
    def __init__(self, max_epochs=1, compile_backend=None):
        self.max_epochs = max_epochs
        self.compile_backend = compile_backend

    def fit(self, module, batches):
        optimizer = module.configure_optimizers()
        if self.compile_backend is not None:
            module.training_step = torch.compile(module.training_step, backend=self.compile_backend)
        for epoch in range(self.max_epochs):
            module.train()
            for batch in batches:
                loss = module.training_step(batch)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            self._epoch_end(module, epoch)

    def _epoch_end(self, module, epoch):
        parts = [f"{k}={m.compute().item():.5f}" for k, m in module.metrics.items()]
        print(f"epoch {epoch}: " + " ".join(parts))
        for metric in module.metrics.values():
            metric.reset()
