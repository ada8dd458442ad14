import contextlib


def count_trainable(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


@contextlib.contextmanager
def frozen(module):
    params = list(module.parameters())
    for p in params:
        p.requires_grad_(False)
    try:
        yield module
    finally:
        for p in params:
            p.requires_grad_(True)
