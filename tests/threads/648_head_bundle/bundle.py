from types import SimpleNamespace


def bundle(**fields):
    return SimpleNamespace(**fields)


def describe(out):
    return ", ".join(f"{k}={tuple(v.shape)}" for k, v in sorted(vars(out).items()))
