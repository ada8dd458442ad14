import torch

from decoders import archive, read_tile
from detector import TileDetector


class Pipeline:
    def __init__(self, detector, top):
        self.detector = torch.compile(detector, backend="eager")
        self.top = top

    def rank(self, heat):
        best = heat.flatten().topk(self.top)
        width = heat.shape[-1]
        return [(int(i) // width, int(i) % width, float(v)) for v, i in zip(*best)]

    def __call__(self, tile):
        heat, clutter = self.detector(tile[None])
        return self.rank(heat[0, 0]), clutter.item()


@torch.no_grad()
def main():
    torch.manual_seed(120)
    pipeline = Pipeline(TileDetector(bands=4, width=8).eval(), top=3)
    for entry in archive():
        peaks, clutter = pipeline(read_tile(entry))
        row, col, value = peaks[0]
        print(f"{entry.name}: peak ({row}, {col}) {value:.4f} clutter {clutter:.4f}")


if __name__ == "__main__":
    main()
