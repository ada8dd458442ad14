import torch


def pad_left(prompts, pad=0):
    longest = max(len(p) for p in prompts)
    return torch.tensor([[pad] * (longest - len(p)) + p for p in prompts])


def extend(ids, chosen):
    return torch.cat([ids, chosen], dim=1)


def model_inputs(ids, seen):
    step_ids = ids[:, seen:]
    place = torch.arange(seen, ids.shape[1])
    return step_ids, place
