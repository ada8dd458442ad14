import torch
import torch.nn.functional as F

from model import TableConfig, TableModel


def table(rows: int, cfg: TableConfig) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(rows, cfg.features)
    scores = torch.tanh(x @ torch.randn(cfg.features, cfg.classes))
    return (x - x.mean(0)) / x.std(0), scores.argmax(-1)


if __name__ == "__main__":
    torch.manual_seed(8)
    cfg = TableConfig()
    model = TableModel(cfg)
    predict = torch.compile(model, backend="aot_eager")
    optim = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for step in range(6):
        x, y = table(48, cfg)
        logits = predict(x, y[:32])
        loss = F.cross_entropy(logits, y[32:])
        optim.zero_grad()
        loss.backward()
        optim.step()
        hits = (logits.argmax(-1) == y[32:]).float().mean()
        print(f"step {step} loss {loss.item():.5f} accuracy {hits:.3f}")
