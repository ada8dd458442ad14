import torch

from cache import ReaderCache
from reader import ChunkReader

CHUNK = 6
CHUNKS = 7


def read_documents(model, tokens):
    cache = ReaderCache(len(model.blocks))
    scores = []
    for chunk in tokens.split(CHUNK, dim=1):
        scores.append(model(chunk.contiguous(), cache).log_softmax(-1))
    return torch.stack(scores, dim=1)


def agreement(scores):
    picks = scores.argmax(-1)
    return (picks[:, 1:] == picks[:, :-1]).float().mean()


@torch.no_grad()
def main():
    torch.manual_seed(8)
    model = ChunkReader().eval()
    model.compile(backend="aot_eager")
    total = torch.zeros(5)
    for _ in range(3):
        scores = read_documents(model, torch.randint(0, 90, (4, CHUNK * CHUNKS)))
        total += scores.mean(dim=(0, 1))
    print("mean scores", ["%.3f" % v for v in (total / 3).tolist()])
    print("agreement %.3f" % agreement(scores).item())


if __name__ == "__main__":
    main()
