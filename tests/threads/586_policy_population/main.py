import torch

from genome import express, founders, select
from rollout import episode_return


def start_states(n):
    angle = torch.linspace(-2.5, 2.5, n)
    return torch.stack([angle.cos(), angle.sin(), torch.zeros(n)], dim=-1)


@torch.no_grad()
def score_all(population, evaluate, obs):
    for genome in population:
        genome.score = evaluate(express(genome), obs).item()
    return population


def main():
    evaluate = torch.compile(episode_return, backend="inductor", dynamic=False)
    obs = start_states(32)
    population, rng = founders(4, seed=5)
    for generation in range(2):
        score_all(population, evaluate, obs)
        elite = select(population, keep=2)
        print(generation, round(elite[0].score, 3), round(elite[1].score, 3))
        population = elite + [g.mutate(rng) for g in elite]
    print("leaks", [round(g.leak, 3) for g in population])


if __name__ == "__main__":
    main()
