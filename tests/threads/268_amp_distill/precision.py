from dataclasses import dataclass, field

import torch

DTYPES = {"bf16": torch.bfloat16, "fp32": torch.float32}


@dataclass
class PrecisionPlan:
    device: str = "cpu"
    dtype: str = "bf16"
    cache_casts: bool = True
    log: dict = field(default_factory=dict)

    @property
    def enabled(self) -> bool:
        return self.dtype != "fp32"

    def region(self) -> torch.autocast:
        return torch.autocast(
            self.device,
            dtype=DTYPES[self.dtype],
            enabled=self.enabled,
            cache_enabled=self.cache_casts,
        )

    def note(self, name: str, value: torch.Tensor) -> None:
        self.log[name] = round(float(value), 5)
