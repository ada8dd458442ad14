import torch
from torch import nn

from readers import stages


class PageReader(nn.Module):
    """Embeds boxes, refines them by the stages, scores a class for each box."""

    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Linear(4, cfg.dim)
        self.mix = nn.TransformerEncoderLayer(cfg.dim, 2, 2 * cfg.dim, dropout=0.0, batch_first=True)
        self.shift = nn.Linear(cfg.dim, 4)
        self.label = nn.Linear(cfg.dim, len(cfg.labels))
        self.before = stages("clip", "margin")
        self.after = stages("column_shift", "clip")
        (_, self.key), = stages("reading_key")
        self.read = cfg.compile(self.read)

    def run(self, todo, boxes, page):
        for name, stage in todo:
            boxes = stage(boxes, page)
            page.note(name)
        return boxes

    def read(self, boxes, page):
        boxes = self.run(self.before, boxes, page)
        h = self.mix(self.embed(boxes))
        boxes = boxes + 0.05 * torch.tanh(self.shift(h))
        boxes = self.run(self.after, boxes, page)
        return boxes, self.label(h).softmax(-1), self.key(boxes, page).argsort(-1)
