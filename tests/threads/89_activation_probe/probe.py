from contextlib import AbstractContextManager


def strength(output):
    return output.detach().abs().mean()


class ActivationProbe(AbstractContextManager):
    """Records the mean absolute activation of some layers, per entered step."""

    def __init__(self, model, kinds):
        self.layers = {n: m for n, m in model.named_modules() if isinstance(m, kinds)}
        self.records = {}
        self.live = {}
        self.handles = []
        self.step = 0

    def _listener(self, name, step):
        live = self.live

        def listen(module, args, output):
            live[f"{name}@{step}"] = strength(output)

        return listen

    def __enter__(self):
        for name, layer in self.layers.items():
            hook = self._listener(name, self.step)
            self.handles.append(layer.register_forward_hook(hook))
        return self

    def __exit__(self, *exc):
        while self.handles:
            self.handles.pop().remove()
        self.records.update(self.live)
        self.live.clear()
        self.step += 1

    def summary(self):
        rows = {}
        for key, value in self.records.items():
            rows.setdefault(key.split("@")[0], []).append(value.item())
        return {name: sum(values) / len(values) for name, values in rows.items()}
