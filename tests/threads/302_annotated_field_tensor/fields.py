import torch


class Field(torch.Tensor):
    """Grid values together with what is known about the grid."""

    @staticmethod
    def wrap(values, **info):
        field = values.as_subclass(Field)
        field.__dict__["_info"] = info
        return field

    def __getattr__(self, name):
        info = self.__dict__.get("_info", {})
        return info.get(name)

    def annotate(self, other):
        return Field.wrap(self.plain(), **other.__dict__.get("_info", {}))

    def plain(self):
        return self.as_subclass(torch.Tensor)


def gaussian(center, size=24, spacing=0.5, **info):
    axis = torch.arange(size) * spacing
    y, x = torch.meshgrid(axis, axis, indexing="ij")
    values = torch.exp(-((x - center[0]) ** 2 + (y - center[1]) ** 2) / 2.0)
    return Field.wrap(values, spacing=spacing, **info)
