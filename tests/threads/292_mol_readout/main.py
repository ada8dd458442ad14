import torch
from data import collate
from model import SchNetLite


def main():
    torch.manual_seed(3)
    gen = torch.Generator().manual_seed(17)
    batches = [collate(sizes, gen) for sizes in ((5, 7, 4), (4, 6, 6), (8, 3, 5))]
    model = SchNetLite()
    step = torch.compile(model, backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(3):
        losses = []
        for data in batches:
            loss = (step(data) - data.energy).square().mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            losses.append(loss.item())
        print(f"epoch {epoch}", " ".join(f"{v:.5f}" for v in losses))


if __name__ == "__main__":
    main()
