class ActivationRecorder:
    def __init__(self, model, names):
        self.names = names
        self.values = {name: [] for name in names}
        self.handles = []
        for name in names:
            module = model.get_submodule(name)
            self.handles.append(module.register_forward_hook(self.make_hook(name)))

    def make_hook(self, name):
        def hook(module, args, output):
            self.values[name].append(output.detach().abs().mean())

        return hook

    def summary(self):
        return {name: [float(v) for v in self.values[name]] for name in self.names}

    def close(self):
        for handle in self.handles:
            handle.remove()
        self.handles.clear()
