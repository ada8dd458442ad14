import torch


class Service:
    def __init__(self, model, backend):
        self.model = model.eval()
        self.fast = torch.compile(self.model, backend=backend)
        self.mode = "compiled"

    @torch.no_grad()
    def forecast(self, x):
        if self.mode == "compiled":
            try:
                return self.fast(x)
            except Exception as e:
                print("compile failed:", type(e).__name__, "- serving eagerly")
                self.mode = "eager"
        return self.model(x)
