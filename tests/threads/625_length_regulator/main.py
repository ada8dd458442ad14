import torch

from speech import PHONES, utterances
from voice import Voice


def main():
    torch.manual_seed(9)
    model = Voice(PHONES, width=24, bands=10)
    train = torch.compile(model, backend="aot_eager")
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    history = []
    for phones, durations, mels in utterances(batches=15, rows=4, length=9, frames=36):
        mel_loss, duration_loss = train(phones, durations, mels)
        optimizer.zero_grad()
        (mel_loss + 0.1 * duration_loss).backward()
        optimizer.step()
        history.append((mel_loss.item(), duration_loss.item()))
    print("mel loss first %.3f last %.3f" % (history[0][0], history[-1][0]))
    print("duration loss first %.3f last %.3f" % (history[0][1], history[-1][1]))


if __name__ == "__main__":
    main()
