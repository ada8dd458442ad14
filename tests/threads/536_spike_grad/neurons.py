import torch
import torch.nn as nn

from surrogate import fast_sigmoid


class Leaky(nn.Module):
    def __init__(self, beta=0.9, threshold=1.0, spike_grad=None):
        super().__init__()
        self.beta = beta
        self.threshold = threshold
        self.spike_grad = spike_grad or fast_sigmoid()

    def forward(self, current, membrane):
        membrane = self.beta * membrane + current
        spikes = self.spike_grad(membrane - self.threshold)
        return spikes, membrane - spikes.detach() * self.threshold


class SpikingClassifier(nn.Module):
    def __init__(self, inputs, hidden, classes):
        super().__init__()
        self.fc1 = nn.Linear(inputs, hidden)
        self.lif1 = Leaky()
        self.fc2 = nn.Linear(hidden, classes)
        self.hidden = hidden

    def forward(self, x):
        membrane = x.new_zeros(x.shape[1], self.hidden)
        logits = 0.0
        for t in range(x.shape[0]):
            spikes, membrane = self.lif1(self.fc1(x[t]), membrane)
            logits = logits + self.fc2(spikes)
        return logits / x.shape[0]
