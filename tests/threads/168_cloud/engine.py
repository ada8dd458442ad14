import logging
from dataclasses import dataclass

import torch

log = logging.getLogger("roughness")


@dataclass
class EngineOptions:
    strict: bool = False
    backend: str = "aot_eager"


class Engine:
    def __init__(self, net, options):
        self.net = net.eval()
        self.options = options
        self.run = net

    def prepare(self, example):
        compiled = torch.compile(self.net, fullgraph=self.options.strict, backend=self.options.backend)
        try:
            with torch.no_grad():
                compiled(example)
        except Exception as err:
            log.warning("could not compile, using eager: %s", type(err).__name__)
        else:
            self.run = compiled

    @torch.no_grad()
    def infer(self, points):
        return self.run(points)
