import torch

from backends import GraphReport, reporting_backend
from stages import Backbone


def compile_stages(model, report):
    for stage in model.stages:
        stage.compile(backend=reporting_backend(report), fullgraph=True)
    return model


def parameter_count(model):
    return sum(p.numel() for p in model.parameters())


def prepare(seed=0):
    torch.manual_seed(seed)
    report = GraphReport()
    model = Backbone().eval()
    return compile_stages(model, report), report
