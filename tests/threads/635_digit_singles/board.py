import numpy as np


def solved(base):
    side = base * base
    rows = np.arange(side)
    pattern = (base * (rows[:, None] % base) + rows[:, None] // base + rows[None, :]) % side
    return pattern + 1


def candidates(grid, hidden):
    side = grid.shape[0]
    cube = np.zeros((side, side, side), dtype=np.int64)
    for r in range(side):
        for c in range(side):
            if hidden[r, c]:
                cube[r, c] = 1
            else:
                cube[r, c, grid[r, c] - 1] = 1
    return cube


def hide(side, share, seed):
    rng = np.random.default_rng(seed)
    return rng.random((side, side)) < share
