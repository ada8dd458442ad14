"""Double DQN on a ring world, learning from a fixed replay."""
import torch

from learner import Learner
from qnet import DuelingNet
from replay import Replay


def main():
    torch.manual_seed(27)
    learner = Learner(DuelingNet(states=9, actions=3, width=16), gamma=0.9)
    replay = Replay(states=9, actions=3, size=64, seed=5)
    for it in range(5):
        loss, value = learner.learn(replay.sample(16))
        print(f"it {it} loss {loss:.5f} value {value:.5f}")
    print("greedy", learner.greedy(torch.eye(9)).tolist())


if __name__ == "__main__":
    main()
