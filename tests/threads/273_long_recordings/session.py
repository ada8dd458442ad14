from functools import cached_property

import torch

from recognizer import Recognizer
from vad import VadConfig, VoiceDetector


class Session:
    def __init__(self, recognizer: Recognizer, long_after: float = 0.6) -> None:
        self.recognizer, self.long_after = recognizer, long_after

    @cached_property
    def detector(self) -> VoiceDetector:
        return VoiceDetector(VadConfig())

    def transcribe(self, wave: torch.Tensor) -> tuple[list[int], float]:
        parts = [wave]
        if wave.numel() > self.long_after * self.recognizer.rate:
            parts = [wave[a:b] for a, b in self.detector.segments(wave)]
        decoded = [self.recognizer.decode(p) for p in parts]
        return [t for ids, _ in decoded for t in ids], sum(s for _, s in decoded) / len(parts)
