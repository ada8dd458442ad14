import torch


class StreamCache:
    """Recurrent and convolution states carried from chunk to chunk."""

    def __init__(self, num_layers, batch, dim, state_size, kernel):
        self.ssm = [torch.zeros(batch, dim, state_size) for _ in range(num_layers)]
        self.conv = [torch.zeros(batch, dim, kernel - 1) for _ in range(num_layers)]

    def get(self, layer):
        return self.ssm[layer], self.conv[layer]

    def put(self, layer, ssm, conv):
        self.ssm[layer].copy_(ssm)
        self.conv[layer].copy_(conv)

    def reset(self):
        for t in self.ssm + self.conv:
            t.zero_()

    def norm(self):
        return torch.stack([s.norm() for s in self.ssm])
