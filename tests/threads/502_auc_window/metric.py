import torch

from ranking import weighted_auc


class WindowedAUC:
    """AUC over the batches seen since the last reset."""

    def __init__(self, n_tasks, backend):
        self.n_tasks = n_tasks
        self._compute = torch.compile(weighted_auc, backend=backend)
        self.reset()

    def reset(self):
        self.predictions = []
        self.labels = []
        self.weights = []

    def update(self, predictions, labels, weights=None):
        if weights is None:
            weights = torch.ones_like(predictions)
        self.predictions.append(predictions.detach())
        self.labels.append(labels)
        self.weights.append(weights)

    def compute(self):
        return self._compute(self.predictions, self.labels, self.weights)


class RunningMean:
    def __init__(self):
        self.total, self.count = 0.0, 0

    def update(self, value):
        self.total += float(value)
        self.count += 1

    def compute(self):
        return self.total / max(self.count, 1)
