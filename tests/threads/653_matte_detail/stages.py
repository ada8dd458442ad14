from torch import nn


class ImageStage(nn.Module):
    """A stage of the matting net that gives back pictures of the full size."""

    def __init__(self):
        super().__init__()
        self.height = 0
        self.width = 0

    def begin(self, picture):
        self.height, self.width = picture.shape[-2:]
        return self

    def full_size(self, picture):
        return self.height, self.width

    def check(self, picture):
        if picture.dim() != 4 or picture.shape[1] != 4:
            raise ValueError("expected pictures with a trimap channel")
