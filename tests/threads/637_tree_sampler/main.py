import torch

from learner import Critic, Learner


def main():
    torch.manual_seed(14)
    gen = torch.Generator().manual_seed(6)
    states = torch.randn(16, 5, generator=gen)
    returns = states.sum(-1) * 0.5
    learner = Learner(Critic(5), states, returns)
    priorities = torch.ones(16)
    losses, picks = [], []
    for _ in range(10):
        draw = torch.rand((), generator=gen)
        loss, priorities, index = learner.update(priorities, draw)
        losses.append(loss)
        picks.append(index)
    print("picks", picks)
    print("loss", round(sum(losses) / len(losses), 4))
    print("priority", round(priorities.sum().item(), 4))


if __name__ == "__main__":
    main()
