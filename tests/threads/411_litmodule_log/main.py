import torch
from torch import nn
from torch.nn import functional as F

from lit import LitModule, Trainer


class SpectrogramClassifier(LitModule):
    def __init__(self, mels=20, classes=5, lr=0.05):
        super().__init__({"train_loss": "mean", "train_acc": "mean", "peak_logit": "max"})
        self.lr = lr
        self.conv = nn.Conv1d(mels, 16, 5, padding=2)
        self.head = nn.Linear(16, classes)

    def forward(self, x):
        return self.head(F.relu(self.conv(x)).mean(-1))

    def training_step(self, batch):
        x, y = batch
        logits = self(x)
        loss = F.cross_entropy(logits, y)
        acc = (logits.argmax(-1) == y).float().mean()
        self.log_dict({"train_loss": loss, "train_acc": acc})
        self.log("peak_logit", logits.max())
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=self.lr)


def make_batches(n=4, size=8):
    gen = torch.Generator().manual_seed(7)
    return [
        (torch.randn(size, 20, 32, generator=gen), torch.randint(0, 5, (size,), generator=gen))
        for _ in range(n)
    ]


def main():
    torch.manual_seed(0)
    module = SpectrogramClassifier()
    trainer = Trainer(max_epochs=2, compile_backend="aot_eager")
    trainer.fit(module, make_batches())
    print(f"head norm {module.head.weight.norm().item():.5f}")


if __name__ == "__main__":
    main()
