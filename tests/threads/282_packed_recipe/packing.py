import torch


class PackedDataset:
    def __init__(self, samples, max_len):
        self.max_len = max_len
        self.packs, current = [], []
        for sample in samples:
            if current and sum(map(len, current)) + len(sample) > max_len:
                self.packs.append(current)
                current = []
            current.append(sample)
        self.packs.append(current)

    def __len__(self):
        return len(self.packs)

    def __getitem__(self, index):
        pack = self.packs[index]
        tokens = torch.zeros(self.max_len, dtype=torch.long)
        doc = torch.full((self.max_len,), -1)
        pos = 0
        for number, sample in enumerate(pack):
            tokens[pos : pos + len(sample)] = sample
            doc[pos : pos + len(sample)] = number
            pos += len(sample)
        labels = torch.where(doc[1:] == doc[:-1], tokens[1:], -100)
        labels[pos - 1 :] = -100
        mask = (doc[:, None] == doc[None, :]).tril()
        return tokens[:-1], labels, mask[:-1, :-1]
