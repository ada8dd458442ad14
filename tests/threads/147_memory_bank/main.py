"""Contrastive pretraining with a memory bank of negative keys."""
import torch

from bank import MemoryBank
from losses import make_info_nce
from views import two_views


def main():
    torch.manual_seed(6)
    enc = torch.nn.Sequential(torch.nn.Linear(10, 32), torch.nn.ReLU(), torch.nn.Linear(32, 8))
    bank = MemoryBank(slots=48, dim=8)
    loss_fn = torch.compile(make_info_nce(temperature=0.3), backend="aot_eager")
    opt = torch.optim.SGD(enc.parameters(), lr=0.1)
    for step in range(8):
        a, b = two_views(step, batch=8, dim=10)
        q = torch.nn.functional.normalize(enc(a), dim=1)
        with torch.no_grad():
            k = torch.nn.functional.normalize(enc(b), dim=1)
        loss = loss_fn(q, k, bank)
        opt.zero_grad()
        loss.backward()
        opt.step()
        bank.push(k)
    print("loss %.5f" % loss.item())
    print("bank %d spread %.5f" % (bank.filled, bank.negatives.std(0).mean().item()))


if __name__ == "__main__":
    main()
