from agent import Agent
from env import PendulumRow

CONFIG = {
    "seed": 5,
    "width": 16,
    "limit": 1.5,
    "lr": 0.05,
    "episodes": 6,
    "length": 10,
    "runtime": {"passes": ["dead", "lint"]},
}


def moving_best(scores):
    best, out = float("-inf"), []
    for score in scores:
        best = max(best, score)
        out.append(best)
    return out


def main():
    agent = Agent(CONFIG)
    env = PendulumRow(count=12, seed=3)
    scores = []
    for _ in range(CONFIG["episodes"]):
        agent.begin_episode()
        scores.append(agent.play(env, CONFIG["length"]))
    print("scores", " ".join(f"{s:.4f}" for s in scores))
    print(f"best {moving_best(scores)[-1]:.4f}")


if __name__ == "__main__":
    main()
