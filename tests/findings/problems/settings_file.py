import json
import tempfile
from pathlib import Path

import torch

SETTINGS = Path(tempfile.mkdtemp()) / "settings.json"


def read_scale(path):
    with open(path) as file:
        return json.load(file)["scale"]


@torch.compile(backend="eager")
def scaled(x):
    y = x.sin()
    scale = read_scale(SETTINGS)
    return y * scale


def main():
    torch.manual_seed(0)
    SETTINGS.write_text('{"scale": 2.0}')
    for _ in range(3):
        y = scaled(torch.randn(8))
    print(tuple(y.shape))


main()
