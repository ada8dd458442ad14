import torch

from tiles import TileStore


class TileServer:
    def __init__(self, cfg, net):
        torch.set_num_threads(2)
        self.cfg = cfg
        self.net = net.eval()
        self.run = torch.compile(self.net, backend=cfg.backend)
        self.tiles = TileStore(cfg.tile)
        with torch.no_grad():
            for _ in range(cfg.warm):
                self.run(torch.zeros(1, 5, cfg.tile, cfg.tile))

    @torch.no_grad()
    def predict(self, tile_id):
        probs = self.run(self.tiles.fetch(tile_id))
        conf, cls = probs.mean((0, 2, 3)).max(0)
        return cls.item(), conf.item()
