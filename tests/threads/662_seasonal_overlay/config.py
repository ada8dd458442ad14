from dataclasses import dataclass, field


@dataclass
class ForecastConfig:
    window: int = 28
    horizon: int = 12
    width: int = 32
    seasons: dict = field(default_factory=lambda: {"daily": 12, "weekly": 7})
    steps: int = 15
    seed: int = 8
