import torch


class GridPatching:
    def __init__(self, height, width, size):
        self.height, self.width, self.size = height, width, size
        self.rows, self.cols = height // size, width // size

    def apply(self, field):
        b, c = field.shape[:2]
        x = field.reshape(b, c, self.rows, self.size, self.cols, self.size)
        return x.permute(0, 2, 4, 1, 3, 5).reshape(-1, c, self.size, self.size)

    def fuse(self, patches):
        c = patches.shape[1]
        x = patches.reshape(-1, self.rows, self.cols, c, self.size, self.size)
        return x.permute(0, 3, 1, 4, 2, 5).reshape(-1, c, self.height, self.width)


def select_embedding(table, patching, lead_hours):
    phase = torch.full((1, 1, patching.height, patching.width), lead_hours / 24.0)
    grid = torch.cat([table.unsqueeze(0), torch.sin(6.2832 * phase)], dim=1)
    return patching.apply(grid)


def select_static(table, patching):
    grid = torch.cat([table.unsqueeze(0), torch.zeros_like(table[None, :1])], dim=1)
    return patching.apply(grid)
