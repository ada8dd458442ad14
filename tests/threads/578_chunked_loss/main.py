import torch

from data import instruction_batches
from losses import ChunkedCrossEntropy
from model import Decoder

VOCAB = 32


def main():
    torch.manual_seed(0)
    model = Decoder(VOCAB)
    loss_fn = ChunkedCrossEntropy(model.num_output_chunks)
    loss_fn.compile(backend="aot_eager")
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    history = []
    for tokens, labels in instruction_batches(VOCAB, 12):
        loss = loss_fn(model(tokens), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    print(f"first {history[0]:.4f} last {history[-1]:.4f}")


if __name__ == "__main__":
    main()
