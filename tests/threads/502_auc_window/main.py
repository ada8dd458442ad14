import torch
import torch.nn.functional as F

from metric import RunningMean, WindowedAUC
from model import ClickModel, click_batches


def train(steps=8, batch=64):
    torch.manual_seed(0)
    model = ClickModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-2)
    auc = WindowedAUC(n_tasks=2, backend="aot_eager")
    loss_mean = RunningMean()
    history = []
    for x, y in click_batches(steps, batch, 12, seed=5):
        logits = model(x)
        loss = F.binary_cross_entropy_with_logits(logits, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss_mean.update(loss.detach())
        auc.update(torch.sigmoid(logits).T, y.T)
        history.append(auc.compute())
    return loss_mean.compute(), history


if __name__ == "__main__":
    mean_loss, history = train()
    print(f"mean loss {mean_loss:.4f}")
    for i, value in enumerate(history):
        print(i, " ".join(f"{v:.4f}" for v in value.tolist()))
