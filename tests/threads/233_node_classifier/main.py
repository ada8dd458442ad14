from dataclasses import dataclass

import torch

from graph import Graph, random_graph
from model import NodeClassifier, node_loss
from statistics_log import RunStatistics


@dataclass
class TrainConfig:
    epochs: int = 6
    lr: float = 0.05
    log_every: int = 2


class Trainer:
    def __init__(self, model: NodeClassifier, cfg: TrainConfig):
        self.cfg = cfg
        self.model = torch.compile(model, backend="aot_eager")
        self.loss = torch.compile(node_loss, backend="aot_eager")
        self.opt = torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=0.9)
        self.stats = RunStatistics()

    def fit(self, g: Graph) -> None:
        for epoch in range(self.cfg.epochs):
            logits = self.model(g)
            loss = self.loss(logits, g.y)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            if epoch % self.cfg.log_every == 0:
                self.stats.record(epoch, logits.detach(), g.y)
            print(f"epoch {epoch} loss {loss.item():.6f}")


def main() -> None:
    torch.manual_seed(3)
    graph = random_graph(nodes=40, edges=160, features=8, classes=4, seed=9)
    trainer = Trainer(NodeClassifier(8, 16, 4), TrainConfig())
    trainer.fit(graph)
    print("\n".join(trainer.stats.lines()))


if __name__ == "__main__":
    main()
