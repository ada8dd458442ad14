import torch
from torch import nn


class Augmentation(nn.Module):
    """Applies ``transform`` to a random subset of the batch.

    p        probability for one element
    p_batch  probability that the batch is touched at all
    """

    def __init__(self, p=0.5, p_batch=1.0, same_on_batch=False):
        super().__init__()
        self.p = p
        self.p_batch = p_batch
        self.same_on_batch = same_on_batch

    def element_mask(self, x):
        n = 1 if self.same_on_batch else x.shape[0]
        return (torch.rand(n, device=x.device) < self.p).to(x.dtype).expand(x.shape[0])

    def sample_mask(self, x):
        mask = self.element_mask(x)
        if self.p_batch >= 1.0:
            return mask
        batch_prob = (torch.rand(1, device=x.device) < self.p_batch).to(x.dtype)
        if batch_prob.sum() == 1:
            return mask
        return torch.zeros_like(mask)

    def transform(self, x):
        raise NotImplementedError

    def forward(self, x):
        changed = self.transform(x)
        mask = self.sample_mask(x).view(-1, 1, 1, 1)
        return changed * mask + x * (1.0 - mask)
