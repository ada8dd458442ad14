import torch

LANGS = {
    "en": "the quick brown fox jumps over that lazy dog with joy".split(),
    "de": "der schnelle braune fuchs springt ueber den faulen hund".split(),
    "es": "el veloz zorro marron salta sobre aquel perro perezoso".split(),
}


def corpus(batch):
    rows = []
    for i in range(8):
        for code, words in LANGS.items():
            rows.append((code, words[i % len(words)]))
    for i in range(0, len(rows), batch):
        yield rows[i : i + batch]


def collate(rows):
    codes = list(LANGS)
    words = tuple(w for _, w in rows)
    return {"words": words, "label": torch.tensor([codes.index(c) for c, _ in rows])}
