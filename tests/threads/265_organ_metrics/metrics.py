import torch


def confusion(pred, target, num_classes):
    pairs = target.flatten() * num_classes + pred.flatten()
    counts = torch.bincount(pairs, minlength=num_classes ** 2)
    return counts.view(num_classes, num_classes)


def dice_per_class(matrix, eps=1e-6):
    matrix = matrix.double()
    hit = matrix.diagonal()
    return (2 * hit + eps) / (matrix.sum(dim=0) + matrix.sum(dim=1) + eps)


def volume_error(matrix):
    matrix = matrix.double()
    truth = matrix.sum(dim=1)
    return (matrix.sum(dim=0) - truth).abs() / truth.clamp_min(1)


class MeanMetric:
    def __init__(self, names):
        self.names = names
        self.rows = []

    def update(self, values):
        self.rows.append(values)

    def summary(self):
        mean = torch.stack(self.rows).mean(dim=0)
        return {name: round(v, 5) for name, v in zip(self.names, mean.tolist())}
