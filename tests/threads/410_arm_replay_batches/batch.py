"""A batch of named tensors that share their leading dimensions."""
import torch


class Batch:
    def __init__(self, data, batch_size, dim_names=None):
        self._data = dict(data)
        self._batch_size = tuple(batch_size)
        for key, value in self._data.items():
            if tuple(value.shape[: len(self._batch_size)]) != self._batch_size:
                raise ValueError(f"{key}: shape {tuple(value.shape)} does not start with {self._batch_size}")
        if dim_names is not None:
            self._set_names(dim_names)

    @classmethod
    def _new_unchecked(cls, data, batch_size, dim_names):
        self = cls.__new__(cls)
        self._data, self._batch_size = data, batch_size
        self._dim_names = dim_names
        return self

    def _set_names(self, names):
        if len(names) != len(self._batch_size):
            raise ValueError("one name for each batch dimension")
        self._dim_names = tuple(names)

    @property
    def dim_names(self):
        return getattr(self, "_dim_names", None)

    @property
    def batch_size(self):
        return self._batch_size

    def __getitem__(self, key):
        return self._data[key]

    def select(self, *keys):
        return Batch._new_unchecked({k: self._data[k] for k in keys}, self._batch_size, self.dim_names)

    def take(self, index):
        data = {k: v[index] for k, v in self._data.items()}
        return Batch._new_unchecked(data, (len(index),) + self._batch_size[1:], self.dim_names)

    def concat(self, *keys):
        return torch.cat([self._data[k] for k in keys], dim=-1)
