import json

import torch

RECORDS = """
[{"id": 1, "boxes": [[4, 4, 20, 24], [30, 8, 50, 40]]},
 {"id": 2, "boxes": [[2.5, 10.0, 31.5, 60.0], [5, 5, 12, 12], [40, 40, 63, 63]]},
 {"id": 3, "boxes": [[11, 20, 40, 44], [8, 8, 16, 30], [33, 2, 60, 18], [1, 1, 9, 9]]},
 {"id": 4, "boxes": [[0.5, 0.5, 15.5, 18.0], [22.0, 30.5, 44.0, 58.5]]}]
"""


def parse(record):
    boxes = [corners for corners in record["boxes"] if area(corners) > 16]
    return torch.tensor(boxes).reshape(-1, 4)


def area(corners):
    x0, y0, x1, y1 = corners
    return (x1 - x0) * (y1 - y0)


def pixels(record, image_size):
    gen = torch.Generator().manual_seed(record["id"])
    return torch.rand(1, 3, image_size, image_size, generator=gen)


def load_split(image_size):
    for record in json.loads(RECORDS):
        yield pixels(record, image_size), parse(record)
