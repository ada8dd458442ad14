"""Which weights move in which stage of a curriculum."""
from fnmatch import fnmatch

ADAPTERS = ("blocks.*.down.*", "blocks.*.up.*")
NORMS = ("blocks.*.norm.*",)


def select(model, patterns):
    chosen = []
    for name, param in model.named_parameters():
        keep = any(fnmatch(name, p) for p in patterns)
        param.requires_grad_(keep)
        if keep:
            chosen.append(param)
    return chosen


def compile_blocks(model, backend):
    for block in model.blocks:
        block.compile(backend=backend)
    return model
