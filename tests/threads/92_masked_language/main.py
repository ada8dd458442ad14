import torch

from genome import Reader
from network import ConvLM
from objective import Objective


def main():
    torch.manual_seed(80)
    reader = Reader(length=48, batch=8)
    model = ConvLM(vocab=6, dim=24, depth=2)
    objective = Objective(model, smooth=0.02)
    opt = torch.optim.Adam(model.parameters(), lr=5e-3)
    compute = torch.compile(objective.compute, backend="aot_eager")
    for epoch in range(2):
        losses, zs = [], []
        for tokens, chosen in reader.epoch(steps=4):
            loss, zreg = compute(tokens, chosen)
            opt.zero_grad()
            (loss + zreg).backward()
            opt.step()
            losses.append(loss.item())
            zs.append(zreg.item())
        print(f"epoch {epoch} loss {sum(losses) / 4:.4f} z {sum(zs) / 4:.4f}")


if __name__ == "__main__":
    main()
