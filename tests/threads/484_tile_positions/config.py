from dataclasses import dataclass


@dataclass(frozen=True)
class VisionConfig:
    tile: int = 16
    patch: int = 8
    dim: int = 32
    heads: int = 4
    layers: int = 2
    max_tiles: int = 6

    @property
    def patches(self):
        return (self.tile // self.patch) ** 2


def supported_grids(max_tiles):
    return [(h, w) for h in range(1, max_tiles + 1) for w in range(1, max_tiles + 1)
            if h * w <= max_tiles]
