import torch
from torch import nn

RUN_OPT_DEFAULTS = {
    "device": "cpu",
    "max_grad_norm": 5.0,
    "grad_accumulation": 1,
    "compile_module_keys": None,
    "compile_backend": "eager",
    "compile_using_fullgraph": False,
    "compile_using_dynamic_shape_tracing": False,
}


class Brain:
    def __init__(self, modules: dict, opt_class, run_opts: dict):
        for name, default in RUN_OPT_DEFAULTS.items():
            setattr(self, name, run_opts.get(name, default))
        self.modules = nn.ModuleDict(modules).to(self.device)
        self.optimizer = opt_class(self.modules.parameters())
        self.step = 0
        self._compile()

    def _compile(self):
        for key in self.compile_module_keys or ():
            self.modules[key] = torch.compile(
                self.modules[key],
                backend=self.compile_backend,
                fullgraph=self.compile_using_fullgraph,
                dynamic=self.compile_using_dynamic_shape_tracing,
            )

    def compute_forward(self, batch):
        raise NotImplementedError

    def compute_objectives(self, predictions, batch):
        raise NotImplementedError

    def fit_batch(self, batch) -> float:
        loss = self.compute_objectives(self.compute_forward(batch), batch)
        (loss / self.grad_accumulation).backward()
        self.step += 1
        if self.step % self.grad_accumulation == 0:
            nn.utils.clip_grad_norm_(self.modules.parameters(), self.max_grad_norm)
            self.optimizer.step()
            self.optimizer.zero_grad()
        return loss.item()
