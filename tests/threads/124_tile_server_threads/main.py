"""Serve land-cover predictions for map tiles; the tiles are resampled on the fly."""
import torch

from config import ServeConfig
from segnet import TileNet
from server import TileServer


def main():
    torch.manual_seed(6)
    cfg = ServeConfig(tile=16, classes=4, backend="eager")
    server = TileServer(cfg, TileNet(bands=5, classes=cfg.classes))
    total = 0.0
    for tile_id in range(8):
        classes, conf = server.predict(tile_id)
        total += conf
        print(f"tile {tile_id} top {classes} conf {conf:.4f}")
    print(f"mean conf {total / 8:.4f} cached {server.tiles.hits}")


if __name__ == "__main__":
    main()
