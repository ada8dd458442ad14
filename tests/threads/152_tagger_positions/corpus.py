import random

WORDS = "the a big small dog cat bird runs sleeps sings near under old house tree".split()
TAGS = {"the": 0, "a": 0, "big": 1, "small": 1, "old": 1}


def sentences(count, longest):
    rnd = random.Random(4)
    for i in range(count):
        n = longest if i == 0 else rnd.randint(5, longest)
        words = [rnd.choice(WORDS) for _ in range(n)]
        yield [WORDS.index(w) + 1 for w in words], [TAGS.get(w, 2) for w in words]


def by_length(pairs):
    return sorted(pairs, key=lambda p: -len(p[0]))
