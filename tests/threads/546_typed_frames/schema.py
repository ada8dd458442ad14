import torch
from pydantic import BaseModel, ConfigDict, PositiveInt
from pydantic.dataclasses import dataclass

TENSORS = ConfigDict(arbitrary_types_allowed=True)


class TrackerSettings(BaseModel):
    features: PositiveInt = 8
    hidden: PositiveInt = 24
    frames: PositiveInt = 6
    decay: float = 0.8


@dataclass(config=TENSORS)
class FrameState:
    hidden: torch.Tensor
    energy: torch.Tensor


def describe(settings):
    return ", ".join(f"{k}={v}" for k, v in settings.model_dump().items())
