"""Click-through model (NFM) trained on a synthetic impression log."""
import torch
import torch.nn as nn
import torch.nn.functional as F

from fields import CATALOG, FieldEmbeddings
from interaction import BiInteraction


class NFM(nn.Module):
    def __init__(self, fields, hidden=24):
        super().__init__()
        self.embed = FieldEmbeddings(fields)
        self.cross = BiInteraction()
        self.mlp = nn.Sequential(
            nn.Linear(max(f.dim for f in fields), hidden), nn.ReLU(), nn.Linear(hidden, 1)
        )

    def forward(self, batch):
        return self.mlp(self.cross(self.embed(batch))).squeeze(-1)


class ImpressionLog:
    def __init__(self, fields, batch_size=64, batches=5):
        self.fields, self.batch_size, self.batches = fields, batch_size, batches

    def __iter__(self):
        for _ in range(self.batches):
            batch = {f.name: torch.randint(f.size, (self.batch_size,)) for f in self.fields}
            click = ((batch["user"] + batch["item"] + batch["daypart"]) % 3 == 0).float()
            yield batch, click


def auc(score, label):
    diff = score[label == 1][:, None] - score[label == 0][None, :]
    return (diff > 0).float().mean().item()


class Trainer:
    def __init__(self, model, lr=0.05):
        self.model = model
        self.predict = torch.compile(model, backend="aot_eager")
        self.opt = torch.optim.Adagrad(model.parameters(), lr=lr)

    def fit(self, log):
        for step, (batch, click) in enumerate(log):
            logit = self.predict(batch)
            loss = F.binary_cross_entropy_with_logits(logit, click)
            self.opt.zero_grad()
            loss.backward()
            self.opt.step()
            print(f"step {step} loss {loss.item():.4f} auc {auc(logit.detach(), click):.3f}")


if __name__ == "__main__":
    torch.manual_seed(3)
    Trainer(NFM(CATALOG)).fit(ImpressionLog(CATALOG))
