import torch


class Runtime:
    """Runs the model compiled as long as that works, else as it is."""

    def __init__(self, model, backend):
        self.model = model
        self.compiled = torch.compile(model, backend=backend)
        self.mode = "compiled"
        self.reason = ""

    def __call__(self, *args):
        if self.mode == "compiled":
            try:
                return self.compiled(*args)
            except Exception as e:
                self.mode = "eager"
                self.reason = type(e).__name__
        return self.model(*args)
