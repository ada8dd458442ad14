from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class TextConfig:
    max_len: int = 48
    pad: int = 0
    speakers: tuple = ("[S1]", "[S2]")


class ByteFrontend:
    """Turns a dialogue script into byte ids; speaker tags take ids 1 and 2."""

    def __init__(self, cfg):
        self.cfg = cfg
        self.tags = [(tag.encode("utf-8"), bytes([i + 1])) for i, tag in enumerate(cfg.speakers)]

    def encode(self, script):
        raw = script.encode("utf-8")
        for tag, code in self.tags:
            raw = raw.replace(tag, code)
        return list(raw)[: self.cfg.max_len]

    def batch(self, scripts):
        rows = []
        for script in scripts:
            ids = self.encode(script)
            rows.append(ids + [self.cfg.pad] * (self.cfg.max_len - len(ids)))
        return torch.tensor(rows, dtype=torch.long)
