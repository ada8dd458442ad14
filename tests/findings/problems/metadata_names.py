import torch
from torch.utils import _pytree as pytree


class Rows(torch.Tensor):
    @staticmethod
    def __new__(cls, codes, scale, first_row):
        return torch.Tensor._make_wrapper_subclass(
            cls, codes.shape, dtype=torch.float32, requires_grad=False
        )

    def __init__(self, codes, scale, first_row):
        self.codes = codes
        self.scale = scale
        self.first_row = first_row

    def __repr__(self):
        return f"Rows(first_row={self.first_row})"

    def __tensor_flatten__(self):
        return ["codes"], (self.scale, self.first_row)

    @staticmethod
    def __tensor_unflatten__(inner, metadata, outer_size, outer_stride):
        return Rows(inner["codes"], *metadata)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        args, kwargs = pytree.tree_map_only(
            Rows, lambda rows: rows.codes * rows.scale, (args, kwargs or {})
        )
        return func(*args, **kwargs)


def total(rows):
    return (rows * 2).sum()


def main():
    compiled = torch.compile(total, backend="eager")
    for first_row in (0, 4, 8):
        print(compiled(Rows(torch.ones(4), 0.5, first_row)).item())


main()
