import torch

from modeling import ClickSegmenter


class ClickStore:
    def __init__(self, cfg):
        self.cfg = cfg
        self.points, self.labels = [], []

    def add(self, x, y, positive):
        if len(self.points) >= self.cfg.max_clicks:
            self.points.pop(0)
            self.labels.pop(0)
        self.points.append((float(x), float(y)))
        self.labels.append(1 if positive else 0)

    def as_tensors(self):
        coords = torch.tensor(self.points, dtype=torch.float32)
        labels = torch.tensor(self.labels, dtype=torch.long)
        return coords.unsqueeze(0), labels.unsqueeze(0)


class InteractivePredictor:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model = ClickSegmenter(cfg).eval()
        for part in (self.model.image_encoder, self.model.prompt_encoder, self.model.mask_decoder):
            part.compile(backend=cfg.compile_backend, dynamic=False)
        self.features = None

    @torch.no_grad()
    def set_image(self, image):
        self.features = self.model.image_encoder(image)
        self.clicks = ClickStore(self.cfg)

    @torch.no_grad()
    def click(self, x, y, positive=True):
        self.clicks.add(x, y, positive)
        prompt = self.model.prompt_encoder(*self.clicks.as_tensors())
        return self.model.mask_decoder(self.features, prompt)
