import torch

IGNORE_INDEX = -100


class MaskingCollator:
    def __init__(self, vocab_size, mask_id=1, pad_id=0, probability=0.3, seed=5):
        self.vocab_size, self.mask_id, self.pad_id = vocab_size, mask_id, pad_id
        self.probability = probability
        self.generator = torch.Generator().manual_seed(seed)

    def __call__(self, batch_size, length):
        g = self.generator
        start = torch.randint(2, self.vocab_size - length, (batch_size, 1), generator=g)
        ids = start + torch.arange(length)
        sizes = torch.randint(length // 2, length + 1, (batch_size, 1), generator=g)
        attention_mask = (torch.arange(length) < sizes).long()
        ids = ids.where(attention_mask.bool(), torch.tensor(self.pad_id))
        picked = torch.rand(ids.shape, generator=g) < self.probability
        picked &= attention_mask.bool()
        labels = ids.where(picked, torch.tensor(IGNORE_INDEX))
        return ids.masked_fill(picked, self.mask_id), attention_mask, labels
