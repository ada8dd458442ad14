import torch


class EpisodeDataset:
    def __init__(self, episodes, horizon, state_dim, action_dim, seed):
        gen = torch.Generator().manual_seed(seed)
        self.states = torch.randn(episodes, state_dim, generator=gen)
        mix = torch.randn(state_dim, horizon * action_dim, generator=gen) / state_dim**0.5
        self.actions = torch.tanh(self.states @ mix).view(episodes, horizon, action_dim)
        self.gen = gen

    def batches(self, batch_size):
        order = torch.randperm(len(self.states), generator=self.gen)
        for start in range(0, len(order), batch_size):
            pick = order[start:start + batch_size]
            noise = torch.randn(len(pick), 8, generator=self.gen)
            yield {"state": self.states[pick], "action": self.actions[pick], "noise": noise}
