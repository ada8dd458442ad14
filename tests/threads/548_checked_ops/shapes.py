import functools
import inspect


def bind_dims(value, spec, dims):
    if value.dim() != len(spec):
        raise TypeError(f"expected {len(spec)} dims, got {value.dim()}")
    for size, name in zip(value.shape, spec):
        if dims.setdefault(name, size) != size:
            raise TypeError(f"dim {name}: {dims[name]} != {size}")


def shaped(**specs):
    split = {name: tuple(spec.split()) for name, spec in specs.items()}

    def decorate(fn):
        names = tuple(inspect.signature(fn).parameters)

        @functools.wraps(fn)
        def wrapped_fn(*args):
            dims = {}
            for name, value in zip(names, args):
                if name in split:
                    bind_dims(value, split[name], dims)
            return fn(*args)

        return wrapped_fn

    return decorate
