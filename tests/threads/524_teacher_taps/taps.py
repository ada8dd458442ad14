import torch


class ActivationTaps:
    def __init__(self, model, names):
        self.store = {}
        modules = dict(model.named_modules())
        self.handles = [modules[name].register_forward_hook(self.recorder(name)) for name in names]

    def recorder(self, name):
        @torch.compiler.disable
        def record(module, args, output):
            self.store[name] = output

        return record

    def take(self):
        taken = dict(self.store)
        self.store.clear()
        return taken

    def close(self):
        for handle in self.handles:
            handle.remove()
