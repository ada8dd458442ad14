from dataclasses import dataclass

import torch


@dataclass
class TrackerConfig:
    width: int = 16
    objects: int = 3
    stride: int = 4
    amp: bool = True
    amp_dtype: torch.dtype = torch.bfloat16
    backend: str = "aot_eager"

    def autocast(self):
        return torch.autocast("cpu", dtype=self.amp_dtype, enabled=self.amp)
