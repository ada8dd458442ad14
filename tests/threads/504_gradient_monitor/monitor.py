import torch


class GradientMonitor:
    """Mean size of the gradients that reach the watched layers."""

    def __init__(self):
        self.sizes = {}
        self.handles = []

    def _record(self, name, grad):
        self.sizes.setdefault(name, []).append(grad.detach().abs().mean())

    def watch(self, name, layer):
        def hook(module, grad_output):
            self._record(name, grad_output[0])

        self.handles.append(layer.register_full_backward_pre_hook(hook))

    def report(self):
        return {name: float(torch.stack(values).mean()) for name, values in sorted(self.sizes.items())}

    def close(self):
        for handle in self.handles:
            handle.remove()
        self.handles.clear()
