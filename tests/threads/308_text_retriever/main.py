import torch

from encoder import InBatchLoss, TextEncoder


class Corpus:
    def __init__(self, docs=64, length=16, query_length=8, seed=2):
        self.gen = torch.Generator().manual_seed(seed)
        self.docs = torch.randint(0, 100, (docs, length), generator=self.gen)
        cols = torch.randperm(length, generator=self.gen)[:query_length].sort().values
        self.queries = self.docs[:, cols].clone()

    def batch(self, size=16):
        rows = torch.randperm(len(self.docs), generator=self.gen)[:size]
        return self.queries[rows], self.docs[rows]


@torch.inference_mode()
def evaluate(encoder, corpus):
    encoder.eval()
    scores = encoder(corpus.queries) @ encoder(corpus.docs).T
    hits = scores.argmax(1) == torch.arange(len(scores))
    return hits.float().mean().item(), scores.diagonal().mean().item()


def main(epochs=3, steps=4):
    torch.manual_seed(0)
    corpus, encoder = Corpus(), TextEncoder()
    loss_fn = torch.compile(InBatchLoss(encoder), backend="aot_eager")
    opt = torch.optim.AdamW(encoder.parameters(), lr=2e-3)
    print("start recall %.4f match %.5f" % evaluate(encoder, corpus))
    for epoch in range(epochs):
        encoder.train()
        for _ in range(steps):
            loss = loss_fn(*corpus.batch())
            opt.zero_grad()
            loss.backward()
            opt.step()
        print("epoch", epoch, "loss %.4f" % loss.item(), "recall %.4f match %.5f" % evaluate(encoder, corpus))


if __name__ == "__main__":
    main()
