from dataclasses import dataclass, field


@dataclass
class FrontendConfig:
    sample_rate: int = 4000
    n_fft: int = 128
    hop: int = 64
    n_mels: int = 24


@dataclass
class ServeConfig:
    max_streams: int = 12
    probe_frames: int = 12
    classes: int = 6
    hidden: int = 32


@dataclass
class Config:
    frontend: FrontendConfig = field(default_factory=FrontendConfig)
    serve: ServeConfig = field(default_factory=ServeConfig)
