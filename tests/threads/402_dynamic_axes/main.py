import torch

from batching import Batcher, Utterance
from encoder import Encoder


def fill(batcher, count, seed=5):
    gen = torch.Generator().manual_seed(seed)
    for k in range(count):
        length = int(torch.randint(6, 30, (1,), generator=gen))
        feats = torch.randn(length, 10, generator=gen)
        batcher.submit(Utterance(f"utt{k:02d}", feats, k % 4))


@torch.no_grad()
def main():
    torch.manual_seed(5)
    model = Encoder().eval()
    batcher = Batcher(speakers=torch.randn(4, 6))
    fill(batcher, 18)
    step = torch.compile(model, backend="eager", fullgraph=True)
    for size in (4, 6, 3, 5):
        uids, batch = batcher.next_batch(size)
        logp = step(**batch)
        best = logp.max(-1)
        print(uids[0], len(uids), best.indices.tolist(), f"{best.values.mean():.5f}")


if __name__ == "__main__":
    main()
