import torch


def make_patients(count, channels, generator):
    patients = []
    for index in range(count):
        length = 2 + (index * 5) % 7
        base = torch.randn(1, channels, generator=generator)
        patients.append(base + 0.2 * torch.randn(length, channels, generator=generator))
    return patients


def collate(patients):
    values = torch.cat(patients)
    lengths = torch.tensor([len(p) for p in patients])
    offsets = torch.zeros(len(patients) + 1, dtype=torch.int64)
    offsets[1:] = torch.cumsum(lengths, 0)
    target = torch.stack([p.mean() for p in patients])
    return values, offsets, target
