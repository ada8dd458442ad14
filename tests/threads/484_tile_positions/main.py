import torch

from config import VisionConfig
from encoder import VisionTower
from processor import TileProcessor


class Captioner:
    def __init__(self, config):
        self.processor = TileProcessor(config)
        self.tower = VisionTower(config).train()
        self.encode = torch.compile(self.tower, backend="eager")
        self.words = torch.randn(12, config.dim)

    @torch.no_grad()
    def scores(self, image):
        item = self.processor(image)
        pooled = self.encode(item.tiles, item.mask, item.grid)
        return item.grid, (pooled @ self.words.T).softmax(-1)[0]


def main():
    torch.manual_seed(0)
    captioner = Captioner(VisionConfig())
    for height, width in [(40, 40), (32, 64), (90, 30), (48, 96), (33, 50), (30, 120), (40, 40)]:
        grid, probs = captioner.scores(torch.rand(3, height, width))
        print(grid, probs.argmax().item(), round(probs.max().item(), 5))


if __name__ == "__main__":
    main()
