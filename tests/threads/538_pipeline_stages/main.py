import torch
import torch.nn.functional as F

from layers import EmbedPipe, ExpertLayerPipe, HeadPipe
from pipe import PipelineModule
from recompute import RecomputePolicy


class Engine:
    def __init__(self, module, lr=5e-3, micro_batches=2):
        self.module = module
        self.forward = torch.compile(module, backend="eager")
        self.optimizer = torch.optim.SGD(module.parameters(), lr=lr, momentum=0.9)
        self.micro_batches = micro_batches

    def train_batch(self, data):
        self.optimizer.zero_grad()
        total = 0.0
        for tokens in data.chunk(self.micro_batches):
            logits = self.forward(tokens[:, :-1])
            loss = F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten()) / self.micro_batches
            loss.backward()
            total += loss.item()
        self.optimizer.step()
        return total


def main():
    torch.manual_seed(5)
    vocab, dim = 40, 24
    layers = [EmbedPipe(vocab, dim), ExpertLayerPipe(dim), ExpertLayerPipe(dim), HeadPipe(dim, vocab)]
    policy = RecomputePolicy()
    engine = Engine(PipelineModule(layers, policy))
    data = torch.randint(0, vocab, (8, 13))
    losses = [engine.train_batch(data) for _ in range(6)]
    print("recompute", policy.describe(), "params", engine.module.parameter_count())
    print("first %.4f last %.4f" % (losses[0], losses[-1]))


if __name__ == "__main__":
    main()
