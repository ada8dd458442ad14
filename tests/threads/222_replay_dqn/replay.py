import torch
from torch.utils._pytree import tree_map

from storage import RingStorage


class UniformSampler:
    def __init__(self, seed: int):
        self.gen = torch.Generator().manual_seed(seed)

    def draw(self, size: int, batch: int) -> torch.Tensor:
        return torch.randint(size, (batch,), generator=self.gen)


class ReplayBuffer:
    def __init__(self, storage: RingStorage, sampler: UniformSampler, reward_clip: float = 1.0):
        self.storage, self.sampler = storage, sampler
        self.reward_clip = reward_clip

    def extend(self, batch: dict[str, torch.Tensor]) -> torch.Tensor:
        batch = tree_map(torch.Tensor.detach, batch)
        reward = batch["reward"].clamp(-self.reward_clip, self.reward_clip)
        self.storage.put(batch["obs"], batch["action"], reward, batch["next_obs"])
        return reward.mean()

    def sample(self, batch: int):
        return self.storage.take(self.sampler.draw(len(self.storage), batch))
