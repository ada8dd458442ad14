import numpy as np

from board import candidates, hide, solved
from solver import Solver


def agreement(cube, answer):
    guess = cube.argmax(axis=-1) + 1
    return float((guess == answer).mean())


def main():
    answer = solved(2)
    hidden = hide(answer.shape[0], 0.7, seed=5)
    cube = candidates(answer, hidden)
    cube, history = Solver(rounds=4).run(cube)
    print("hidden", int(hidden.sum()))
    print("history", history)
    print("agreement", round(agreement(np.asarray(cube), answer), 4))


if __name__ == "__main__":
    main()
