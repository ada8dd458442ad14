import torch
import torch.nn.functional as F

from gnn import NodeClassifier
from snapshots import InteractionLog, RecentEdges


class Trainer:
    def __init__(self, model, log, lr=0.02):
        self.model = torch.compile(model, backend="aot_eager")
        self.label = log.label
        self.loader = RecentEdges(log)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)

    def epoch(self):
        total, hits = 0.0, 0
        for _, x, edge_index, weight in self.loader:
            logits = self.model(x, edge_index, weight)
            loss = F.cross_entropy(logits, self.label)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.item()
            hits += (logits.argmax(1) == self.label).sum().item()
        count = len(self.loader)
        return total / count, hits / (count * len(self.label))


def main():
    torch.manual_seed(4)
    log = InteractionLog()
    trainer = Trainer(NodeClassifier(), log)
    for epoch in range(4):
        loss, accuracy = trainer.epoch()
        print(f"epoch {epoch} loss {loss:.5f} accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
