import torch


class GridWalkers:
    """A vector of walkers on a ring; at the border cells one action is forbidden."""

    def __init__(self, count, cells=8):
        self.count, self.cells = count, cells
        self.pos = torch.arange(count) % cells

    def observe(self):
        angle = 6.2832 * self.pos / self.cells
        obs = torch.stack([angle.sin(), angle.cos(), self.pos / self.cells, (self.pos % 2).float()], -1)
        return obs, self.legal()

    def legal(self):
        border = self.pos == self.cells - 1
        if not border.any():
            return None
        mask = torch.ones(self.count, 3, dtype=torch.bool)
        mask[border, 2] = False
        return mask

    def step(self, action):
        self.pos = (self.pos + action - 1) % self.cells
        return (self.pos == 3).float()
