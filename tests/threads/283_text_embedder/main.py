from dataclasses import dataclass

import torch

from encoder import TextEncoder, info_nce


@dataclass
class TrainConfig:
    steps: int = 4
    batch: int = 8
    length: int = 12
    eval_length: int = 20
    lr: float = 2e-3


class ContrastiveTrainer:
    def __init__(self, config):
        self.config = config
        self.raw_model = TextEncoder(seqlen=config.length)
        self.model = torch.compile(self.raw_model, backend="aot_eager")
        self.optimizer = torch.optim.AdamW(self.raw_model.parameters(), lr=config.lr)
        self.eval_pairs = self.pairs(16, config.eval_length)

    def pairs(self, count, length):
        queries = torch.randint(0, 80, (count, length))
        noise = torch.randint(0, 80, (count, length))
        return queries, torch.where(torch.rand(count, length) < 0.3, noise, queries)

    def evaluate(self):
        self.raw_model.eval()
        with torch.inference_mode():
            queries, documents = (self.raw_model(ids) for ids in self.eval_pairs)
            hits = (queries @ documents.t()).argmax(-1) == torch.arange(len(queries))
            return hits.float().mean().item(), info_nce(queries, documents).item()

    def fit(self):
        print("before acc %.3f loss %.4f" % self.evaluate())
        self.raw_model.train()
        for step in range(self.config.steps):
            queries, documents = self.pairs(self.config.batch, self.config.length)
            both = self.model(torch.cat((queries, documents)))
            loss = info_nce(*both.chunk(2))
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()
            print(f"step {step} loss {loss.item():.4f}")
        print("after acc %.3f loss %.4f" % self.evaluate())


if __name__ == "__main__":
    torch.manual_seed(19)
    ContrastiveTrainer(TrainConfig()).fit()
