from dataclasses import dataclass


@dataclass(frozen=True)
class WindowSpec:
    size: int
    kind: str = "hann"
    source: str = ""

    def label(self):
        return f"{self.kind}-{self.size} ({self.source})"


@dataclass
class Clip:
    name: str
    samples: object
    size: int


def spec_for(clip):
    kind = "hann" if clip.size >= 64 else "hamming"
    return WindowSpec(clip.size, kind, source=clip.name)
