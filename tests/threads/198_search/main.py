"""Successive halving over robust-regression settings."""
from data import Friedman
from fit import run_trial
from space import Sampler, halving


def main():
    data = Friedman()
    sampler = Sampler(seed=2)
    trials = {}
    scores = {}
    for _ in range(6):
        t = sampler.ask()
        trials[t.number] = t
        scores[t.number] = run_trial(t, data, steps=8)
    best = halving(scores, keep=2)
    for n in best:
        final = run_trial(trials[n], data, steps=24)
        print(f"{trials[n].label():32s} short {scores[n]:.4f} long {final:.4f}")
    print("mean of all", round(sum(scores.values()) / len(scores), 4))


if __name__ == "__main__":
    main()
