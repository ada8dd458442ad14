from dataclasses import dataclass


@dataclass(frozen=True)
class Reactor:
    size: int = 32
    spacing: float = 1.0
    dt: float = 0.2
    feed: float = 0.037
    kill: float = 0.06
    diffuse_u: float = 0.16
    diffuse_v: float = 0.08
    steps: int = 7
