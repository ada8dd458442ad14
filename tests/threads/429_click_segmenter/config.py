from dataclasses import dataclass


@dataclass(frozen=True)
class SegConfig:
    image_size: int = 64
    dim: int = 32
    patch: int = 8
    max_clicks: int = 8
    compile_backend: str = "eager"
