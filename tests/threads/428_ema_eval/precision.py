import contextlib
from dataclasses import dataclass

import torch

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16}


@dataclass
class Precision:
    mode: str = "bf16"
    device: str = "cpu"

    def context(self, reuse_casts=True):
        if self.mode == "fp32":
            return contextlib.nullcontext()
        return torch.autocast(self.device, dtype=DTYPES[self.mode], cache_enabled=reuse_casts)
