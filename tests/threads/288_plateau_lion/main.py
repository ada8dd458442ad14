import torch
import torch.nn as nn

from callbacks import History, ReduceOnPlateau
from lion import Lion
from trainer import Trainer

if __name__ == "__main__":
    torch.manual_seed(0)
    x = torch.randn(64, 6)
    y = torch.sin(x @ torch.randn(6, 1)) + 0.05 * torch.randn(64, 1)
    batches = list(zip(x.split(16), y.split(16)))
    model = nn.Sequential(nn.Linear(6, 24), nn.Tanh(), nn.Linear(24, 1))
    history = History()
    optimizer = Lion(model.parameters(), lr=0.0625, weight_decay=0.01)
    Trainer(model, optimizer, nn.MSELoss(), [history, ReduceOnPlateau()]).fit(batches, epochs=12)
    for epoch, loss, lr in history.rows:
        print(epoch, f"{loss:.4f} {lr:.6f}")
