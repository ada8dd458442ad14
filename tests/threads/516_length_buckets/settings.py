from dataclasses import dataclass, field


@dataclass
class CompileSettings:
    backend: str = "inductor"
    mode: str = "default"
    fullgraph: bool = False
    dynamic: bool = False

    def options(self):
        chosen = dict(backend=self.backend, fullgraph=self.fullgraph, dynamic=self.dynamic)
        if self.mode != "default":
            chosen["mode"] = self.mode
        return chosen


@dataclass
class Settings:
    width: int = 32
    heads: int = 4
    vocab: int = 80
    compile: CompileSettings = field(default_factory=CompileSettings)
