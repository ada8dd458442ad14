from strategy import ESConfig, EvolutionStrategy


class History:
    def __init__(self, every):
        self.every = every
        self.best = float("inf")

    def __call__(self, generation, fitness, theta):
        self.best = min(self.best, fitness.min().item())
        if generation % self.every == 0:
            print(f"gen {generation:2d} mean {fitness.mean():.5f} best {self.best:.5f} |theta| {theta.norm():.5f}")


def minimise(cfg, generations, callbacks=()):
    strategy = EvolutionStrategy(cfg)
    for generation in range(generations):
        fitness = strategy.step()
        for callback in callbacks:
            callback(generation, fitness, strategy.theta)
    return strategy.theta


def main():
    history = History(every=4)
    theta = minimise(ESConfig(), 12, [history])
    print("final", " ".join(f"{v:.4f}" for v in theta.tolist()))


if __name__ == "__main__":
    main()
