from dataclasses import dataclass


@dataclass(frozen=True)
class PickerConfig:
    channels: int = 3
    length: int = 96
    width: int = 8
    depth: int = 2
    batch: int = 12
    n_phases: int = 3
