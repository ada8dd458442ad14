import torch

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board:
    def __init__(self):
        self.cells = [0] * 9

    def legal(self):
        return [i for i, c in enumerate(self.cells) if c == 0]

    def place(self, cell, side):
        self.cells[cell] = side

    def winner(self):
        for a, b, c in LINES:
            total = self.cells[a] + self.cells[b] + self.cells[c]
            if abs(total) == 3:
                return total // 3
        return 0

    def planes(self, side):
        cells = torch.tensor(self.cells, dtype=torch.float32)
        return torch.stack([(cells == side).float(), (cells == -side).float()]).reshape(1, -1)
