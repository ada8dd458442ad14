from dataclasses import dataclass, field
from types import SimpleNamespace


@dataclass
class Request:
    uid: int
    prompt: list
    budget: int
    produced: list = field(default_factory=list)

    @property
    def last(self):
        return (self.prompt + self.produced)[-1]


@dataclass
class Batch:
    reqs: list
    slots: int
    phase: str = "decode"


_CONTEXT = SimpleNamespace(batch=None)


def get_context():
    return _CONTEXT
