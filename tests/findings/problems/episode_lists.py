import torch


class Episode:
    def __init__(self):
        self.rewards, self.entropies = [], []

    def note(self, reward, entropy):
        self.rewards.append(reward)
        self.entropies.append(entropy)


class Agent:
    def __init__(self):
        self.episode = Episode()
        self.act = torch.compile(self._act, backend="eager")

    def _act(self, state):
        action = state.tanh()
        self.episode.note(action.sum(), action.std())
        return action


def main():
    agent = Agent()
    for step in range(5):
        action = agent.act(torch.full((3,), 0.1 * step))
    print(action.sum().item(), len(agent.episode.rewards))


main()
