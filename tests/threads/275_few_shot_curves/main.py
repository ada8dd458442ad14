import torch

from learner import LearnerConfig, MetaLearner
from tasks import SineTasks


def meta_train(learner: MetaLearner, tasks: SineTasks, rounds: int, size: int) -> None:
    optim = torch.optim.Adam(learner.parameters(), lr=5e-3)
    for step, episodes in enumerate(tasks.batches(rounds, size)):
        optim.zero_grad()
        losses = []
        for episode in episodes:
            weights, _ = learner.adapt(episode)
            losses.append(learner.query_loss(weights, episode))
        total = torch.stack(losses).mean()
        total.backward()
        optim.step()
        if step % 3 == 0:
            print(f"round {step} query loss {total.item():.5f}")


def evaluate(learner: MetaLearner, tasks: SineTasks, count: int) -> None:
    for k in range(count):
        episode = tasks.sample()
        weights, history = learner.adapt(episode, second_order=False)
        with torch.no_grad():
            query = learner.query_loss(weights, episode)
        print(f"task {k} support {history[0]:.5f} -> {history[-1]:.5f} query {query:.5f}")


if __name__ == "__main__":
    torch.manual_seed(21)
    learner = MetaLearner(LearnerConfig())
    tasks = SineTasks(shots=10, queries=15)
    meta_train(learner, tasks, rounds=10, size=4)
    evaluate(learner, tasks, count=3)
