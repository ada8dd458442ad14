from dataclasses import dataclass


@dataclass
class ServeConfig:
    tile: int = 16
    classes: int = 4
    backend: str = "eager"
    warm: int = 2
