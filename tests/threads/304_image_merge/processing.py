"""Turns chat samples into padded batches of ids and pixels."""
from dataclasses import dataclass

import torch

IMAGE, PAD = 1, 0


@dataclass
class Batch:
    input_ids: torch.Tensor
    pixels: torch.Tensor

    def inputs(self):
        return {"input_ids": self.input_ids, "pixels": self.pixels}


class Processor:
    def __init__(self, length=12, padding_side="left", image_size=16):
        self.length = length
        self.padding_side = padding_side
        self.image_size = image_size

    def pad(self, ids):
        fill = ids.new_full((self.length - len(ids),), PAD)
        return torch.cat((fill, ids) if self.padding_side == "left" else (ids, fill))

    def batch(self, samples, gen):
        ids = torch.stack([self.pad(torch.tensor([IMAGE, *s])) for s in samples])
        shape = (len(samples), 3, self.image_size, self.image_size)
        return Batch(ids, torch.randn(shape, generator=gen))
