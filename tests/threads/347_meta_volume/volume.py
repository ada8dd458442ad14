import torch


class MetaVolume(torch.Tensor):
    @staticmethod
    def __new__(cls, data, spacing=(1.0, 1.0), applied=()):
        return torch.as_tensor(data).as_subclass(cls)

    def __init__(self, data, spacing=(1.0, 1.0), applied=()):
        super().__init__()
        self.spacing = tuple(spacing)
        self.applied = list(applied)

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        out = super().__torch_function__(func, types, args, kwargs or {})
        source = next((a for a in args if isinstance(a, MetaVolume)), None)
        if isinstance(out, MetaVolume) and source is not None:
            out.__dict__.update(source.__dict__)
        return out

    def record(self, name):
        self.applied = self.applied + [name]
        return self

    def plain(self):
        return self.as_subclass(torch.Tensor)


def collate(items):
    first = items[0]
    return MetaVolume(torch.stack([i.plain() for i in items]), first.spacing, first.applied)
