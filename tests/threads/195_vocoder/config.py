from dataclasses import dataclass, field


@dataclass
class CompileConfig:
    enabled: bool = True
    backend: str = "eager"
    fullgraph: bool = True


@dataclass
class VocoderConfig:
    sample_rate: int = 8000
    hop: int = 40
    mels: int = 20
    harmonics: int = 4
    channels: int = 24
    upsample: tuple = (5, 4, 2)
    noise: float = 0.003
    seed: int = 7
    compile: CompileConfig = field(default_factory=CompileConfig)
