from dataclasses import dataclass

import numpy as np
import torch

DECODERS = {}


@dataclass(frozen=True)
class Entry:
    name: str
    layout: str
    size: tuple
    seed: int


def decoder(layout):
    def add(fn):
        DECODERS[layout] = fn
        return fn

    return add


def raw(entry):
    rng = np.random.default_rng(entry.seed)
    rows, cols = entry.size
    return rng.integers(0, 255, size=(rows, cols, 4), dtype=np.uint8)


@decoder("interleaved")
def interleaved(entry):
    pixels = torch.from_numpy(raw(entry))
    return pixels.permute(2, 0, 1)


@decoder("planar")
def planar(entry):
    planes = [np.ascontiguousarray(raw(entry)[..., band]) for band in range(4)]
    return torch.stack([torch.from_numpy(plane) for plane in planes])


def read_tile(entry):
    tile = DECODERS[entry.layout](entry)
    return tile.float() / 255


def archive():
    yield Entry("harbour", "planar", (32, 32), 1)
    yield Entry("airfield", "planar", (32, 32), 2)
    yield Entry("quarry", "interleaved", (32, 32), 3)
    yield Entry("suburb", "planar", (32, 48), 4)
    yield Entry("forest", "interleaved", (32, 48), 5)
    yield Entry("delta", "interleaved", (32, 56), 6)
