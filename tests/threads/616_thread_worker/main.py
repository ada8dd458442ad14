import torch

from worker import Worker


def requests(count, rows, length, vocab):
    gen = torch.Generator().manual_seed(5)
    for _ in range(count):
        yield torch.randint(0, vocab, (rows, length), generator=gen)


def main():
    worker = Worker()
    worker.start()
    best, total = [], 0.0
    for tokens in requests(6, worker.rows, worker.length, worker.vocab):
        scores = worker.handle(tokens)
        best.append(scores.argmax(-1).tolist())
        total += scores.max(-1).values.sum().item()
    print("served", worker.served)
    print("labels", best[0], best[-1])
    print("score %.3f" % (total / worker.served))


if __name__ == "__main__":
    main()
