import enum

import torch


class Phase(enum.Enum):
    LOW = "low"
    FADE = "fade"
    FULL = "full"


class Growth:
    """Where the whole process stands; everybody looks here."""
    phase = Phase.LOW
    sharpen = False


class Timeline:
    def __init__(self, low, fade, full):
        self.low, self.fade, self.full = low, fade, full

    def enter(self, it):
        if it < self.low:
            Growth.phase = Phase.LOW
            return torch.tensor(0.0)
        if it < self.low + self.fade:
            Growth.phase = Phase.FADE
            return torch.tensor((it - self.low + 1) / (self.fade + 1))
        Growth.phase = Phase.FULL
        return torch.tensor(1.0)
