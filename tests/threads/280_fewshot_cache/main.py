import random
from dataclasses import dataclass

import torch

from fewshot import FewShotCache
from model import ContextEncoder, Scorer

VOCAB, DIM, SLOTS, LENGTH = 64, 32, 6, 10


@dataclass
class Task:
    name: str
    num_fewshot: int
    docs: list
    train: list


def build_task(name, num_fewshot, rng, size=12):
    def doc():
        question = tuple(rng.randrange(1, VOCAB) for _ in range(rng.randint(4, LENGTH - 1)))
        return question, rng.randrange(1, VOCAB)
    return Task(name, num_fewshot, [doc() for _ in range(size)], [doc() for _ in range(8)])


def collate(docs):
    ids = torch.zeros(len(docs), LENGTH, dtype=torch.long)
    mask = torch.zeros(len(docs), LENGTH)
    for row, (question, answer) in enumerate(docs):
        tokens = torch.tensor((*question, answer))
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1.0
    return ids, mask


class Evaluator:
    def __init__(self, batch_size=4):
        encoder, scorer = ContextEncoder(VOCAB, DIM, SLOTS), Scorer(VOCAB, DIM)
        self.cache = FewShotCache(encoder.eval(), SLOTS, DIM)
        self.scorer = torch.compile(scorer.eval(), backend="eager")
        self.batch_size = batch_size

    @torch.no_grad()
    def run(self, task):
        scores = []
        for start in range(0, len(task.docs), self.batch_size):
            context = self.cache.lookup(task.name, task.train[: task.num_fewshot])
            ids, mask = collate(task.docs[start : start + self.batch_size])
            scores.append(self.scorer(context, ids, mask))
        scores = torch.cat(scores)
        return {"acc": (scores > -4.0).float().mean().item(), "bpb": -scores.mean().item() / 0.6931}


def main():
    torch.manual_seed(3)
    rng = random.Random(3)
    evaluator = Evaluator()
    for name, shots in (("boolq", 0), ("arc_easy", 5), ("piqa", 0), ("gsm_mini", 8)):
        result = evaluator.run(build_task(name, shots, rng))
        print(f"{name:<9} shots={shots} " + " ".join(f"{k}={v:.4f}" for k, v in result.items()))
    print("cache hits", evaluator.cache.hits)


if __name__ == "__main__":
    main()
