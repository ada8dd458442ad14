import torch


class FusionEngine:
    """Runs the compiled model and files what it returns."""

    def __init__(self, model, index, backend="eager"):
        self.index = index
        self.model = torch.compile(model.eval(), backend=backend)

    @torch.inference_mode()
    def encode(self, image, tokens):
        return self.model(image, tokens)

    def ingest(self, batches):
        for image, tokens in batches:
            packet = self.encode(image, tokens)
            self.index.add(packet)
            yield packet
