import torch
import torch.nn.functional as F

from conformer import Encoder
from utterances import batches


def ctc(model, feats, lengths, targets, target_lengths):
    log_probs = model(feats, lengths).transpose(0, 1)
    return F.ctc_loss(log_probs, targets, lengths, target_lengths)


def main():
    torch.manual_seed(60)
    model = Encoder(feats=12, dim=24, layers=2, vocab=9)
    model.compile(backend="aot_eager")
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(2):
        total = 0.0
        for batch in batches(count=3, rows=4):
            loss = ctc(model, *batch)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        print(f"epoch {epoch} ctc {total:.4f}")


if __name__ == "__main__":
    main()
