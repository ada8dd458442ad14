import random
from dataclasses import dataclass


@dataclass
class Item:
    state: int
    action: int
    reward: float
    next_state: int
    discount: float


def rollout(seed, shaped, length=8, gamma=0.5):
    """Walk left or right; reaching the right end pays 1 and ends the walk."""
    rng = random.Random(seed)
    state = rng.randrange(length - 1)
    for _ in range(9):
        action = int(rng.random() < 0.6)
        nxt = max(0, state + 2 * action - 1)
        done = nxt == length - 1
        reward = 1 if done else 0
        if shaped and not done:
            reward = 0.125 * (nxt - state) if rng.random() < 0.3 else 0
        discount = 0 if done else 1
        if not done and nxt == 5:  # the slow field costs two time steps
            discount = gamma
        yield Item(state, action, reward, nxt, discount)
        if done:
            return
        state = nxt
