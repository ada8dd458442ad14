import random


TOPICS = 4
VOCAB = 200


def make_documents(count, seed):
    rng = random.Random(seed)
    documents = []
    for _ in range(count):
        topic = rng.randrange(TOPICS)
        length = rng.randint(5, 28)
        low = topic * 50
        tokens = [rng.randrange(low, low + 50) if rng.random() < 0.7 else rng.randrange(VOCAB) for _ in range(length)]
        documents.append((tokens, topic))
    return documents


def pack(documents, budget):
    current, used = [], 0
    for document in documents:
        size = len(document[0])
        if used + size > budget:
            yield current
            current, used = [], 0
        current.append(document)
        used += size
    if current:
        yield current
