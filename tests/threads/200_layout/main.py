"""Read five synthetic two-column pages."""
import collections

import torch

from model import PageReader
from pages import Page, ReaderConfig, boxes_of, scan_scale


@torch.no_grad()
def main():
    torch.manual_seed(13)
    cfg = ReaderConfig()
    reader = PageReader(cfg).train(False)
    found = collections.Counter()
    for number in range(1, 6):
        page = Page(number, scale=scan_scale(number))
        boxes, probs, order = reader.read(boxes_of(number), page)
        found.update(cfg.labels[i] for i in probs[0].argmax(-1).tolist())
        print(f"{page.title}: left {boxes[0, :6, 0].mean():.4f} spread {boxes[0, :6, 0].std():.4f}",
              "order", order[0, :6].tolist(), "|", page.trail)
    print(dict(sorted(found.items())))


if __name__ == "__main__":
    main()
