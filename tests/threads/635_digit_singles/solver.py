import numpy as np
import torch

from rules import open_slots, strike_columns, strike_rows


def settle(row, digit):
    keep = np.arange(row.shape[1]) == digit
    holder = row[:, digit : digit + 1] == 1
    return np.where(holder & ~keep, 0, row)


def hidden_singles(row):
    for digit in range(row.shape[1]):
        if open_slots(row, digit) == 1:
            row = settle(row, digit)
    return row


def sweep(cube):
    cube = strike_columns(strike_rows(cube))
    return np.stack([hidden_singles(cube[r]) for r in range(cube.shape[0])])


class Solver:
    def __init__(self, rounds):
        self.rounds = rounds
        self.step = torch.compile(sweep, backend="eager", fullgraph=True)

    def run(self, cube):
        history = [int(cube.sum())]
        for _ in range(self.rounds):
            cube = self.step(cube)
            history.append(int(cube.sum()))
        return cube, history
