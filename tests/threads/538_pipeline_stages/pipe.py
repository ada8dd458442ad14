from torch import nn
from torch.utils.checkpoint import checkpoint


class PipelineModule(nn.Module):
    def __init__(self, layers, policy, interval=1):
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.policy = policy
        self.interval = interval
        self.spans = [(s, min(s + interval, len(layers))) for s in range(0, len(layers), interval)]

    def run_span(self, start, end):
        def call(x):
            for layer in self.layers[start:end]:
                x = layer(x)
            return x

        return call

    def forward(self, x):
        for start, end in self.spans:
            funcs = list(self.layers[start:end])
            if self.policy.is_checkpointable(funcs):
                x = checkpoint(self.run_span(start, end), x, use_reentrant=False)
            else:
                x = self.run_span(start, end)(x)
        return x

    def parameter_count(self):
        return sum(p.numel() for p in self.parameters())
