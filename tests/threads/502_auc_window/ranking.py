import torch


def gather_window(chunks):
    return torch.cat(chunks, dim=-1)


def task_auc(scores, labels, weights):
    order = torch.argsort(scores, dim=-1, descending=True, stable=True)
    labels = torch.gather(labels, -1, order)
    weights = torch.gather(weights, -1, order)
    tp = torch.cumsum(weights * labels, dim=-1)
    fp = torch.cumsum(weights * (1.0 - labels), dim=-1)
    area = torch.trapezoid(tp, fp, dim=-1)
    norm = tp[..., -1] * fp[..., -1]
    return torch.where(norm > 0, area / norm.clamp(min=1e-6), torch.full_like(norm, 0.5))


def weighted_auc(predictions, labels, weights):
    scores = gather_window(predictions)
    return task_auc(scores, gather_window(labels), gather_window(weights))
