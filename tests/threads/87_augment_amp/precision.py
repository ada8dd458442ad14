from dataclasses import dataclass

import torch

KINDS = {"fp32": None, "bf16": torch.bfloat16}


@dataclass(frozen=True)
class Precision:
    kind: str
    device: str = "cpu"

    def region(self):
        dtype = KINDS[self.kind]
        return torch.autocast(self.device, dtype=dtype, enabled=dtype is not None)
