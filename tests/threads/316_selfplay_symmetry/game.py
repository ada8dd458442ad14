"""Four-in-a-line on a small square board."""
import torch

SIZE = 6


class Board:
    def __init__(self):
        self.cells = torch.zeros(SIZE, SIZE)
        self.player = 1
        self.moves = 0

    def play(self, move):
        self.cells[move // SIZE, move % SIZE] = self.player
        self.player = -self.player
        self.moves += 1

    def legal(self):
        return (self.cells == 0).flatten()

    def planes(self):
        own = self.cells == self.player
        other = self.cells == -self.player
        return torch.stack([own, other, torch.ones_like(own)]).float()

    def winner(self):
        for who in (1, -1):
            hit = (self.cells == who).float()
            for dy, dx in ((0, 1), (1, 0), (1, 1)):
                run = hit
                for _ in range(3):
                    run = hit[:SIZE, :SIZE] * torch.roll(run, (-dy, -dx), (0, 1))
                    run[SIZE - dy:, :] = 0
                    run[:, SIZE - dx:] = 0
                if run.any():
                    return who
        return 0
