import torch


class AttentionContext:
    """The keyword arguments every attention of the model is called with."""

    def __init__(self, dim):
        self.dim = dim
        self.kwargs = {"scale": dim**-0.5}

    def put(self, name, value):
        if value is None:
            self.kwargs.pop(name, None)
        else:
            self.kwargs[name] = value

    def update(self, length, seq, style):
        keep = torch.arange(seq)[None, :] < length[:, None]
        self.put("keep", None if bool(keep.all()) else keep)
        self.put("style", None if style is None else torch.full((self.dim,), style))
