import torch

from agent import Agent, QNet
from env import Pursuit
from frames import FrameStack


def play(env, agent, episodes):
    returns, losses = [], []
    for _ in range(episodes):
        frames, done, total = env.reset(), False, 0.0
        while not done:
            values = agent.net(frames)
            action = int(values.argmax())
            frames, reward, done = env.step(action)
            losses.append(agent.learn(values, action, reward))
            total += reward
        returns.append(total)
    return returns, losses


def main():
    torch.manual_seed(0)
    env = FrameStack(Pursuit(seed=4), depth=4)
    net = QNet(size=12, depth=4)
    agent = Agent(net, torch.optim.SGD(net.parameters(), lr=0.05))
    returns, losses = play(env, agent, episodes=8)
    print("returns", " ".join(f"{value:.2f}" for value in returns))
    print("loss first %.4f last %.4f" % (losses[0], losses[-1]))


if __name__ == "__main__":
    main()
