"""The name of the backend that a call of `torch.compile` gets, as the page says it.

Protects: the page shows the value of a variable, never its name, and no guess.
"""

from __future__ import annotations

import pytest

from depyf.model.build import fold
from depyf.model.detail_events import ProgramFile
from depyf.model.findings.backend_names import backend_of
from depyf.model.findings.compile_sites import SitePlace, compile_sites
from depyf.model.findings.program_text import index_of

AGENT = """
class Agent:
    def __init__(self, size, backend="inductor"):
        self.backend = backend
        self.loss = torch.compile(self._loss, backend={given})
"""
CALLED = 'agent = Agent(3, "eager")\n'
BRANCHES = """
if fast:
    backend = "inductor"
else:
    backend = "eager"
net = torch.compile(net, backend=backend)
"""
OWN = """
def counting(graph, inputs): ...
net = torch.compile(net, backend=counting)
"""


@pytest.mark.parametrize(
    ("text", "backend"),
    [
        ('net.compile(backend="aot_eager")', "aot_eager"),
        ("net = torch.compile(net, backend=my.backend)", "my.backend"),
        ("net = torch.compile(net, backend=make())", ""),
        ("net = torch.compile(net, mode='max-autotune')", ""),
        ("@torch.compile\ndef f(x): ...", ""),
        ("B = 'eager'\nnet = torch.compile(net, backend=B)", "eager"),
        (AGENT.format(given="backend") + CALLED, "eager"),
        (AGENT.format(given="self.backend") + CALLED, "eager"),
        (AGENT.format(given="backend") + CALLED + "other = Agent(4, 'inductor')\n", ""),
        ("def f(backend): return torch.compile(net, backend=backend)", ""),
        (BRANCHES, ""),
        (OWN, "counting"),
    ],
)
def test_a_site_has_the_value_of_its_backend(text, backend):
    run = fold([ProgramFile(None, file="/a/main.py", text=text)])
    (file,) = run.facts.all(ProgramFile)
    (site,) = compile_sites(index_of(file).tree)
    assert backend_of(run, SitePlace(file, site)) == backend
