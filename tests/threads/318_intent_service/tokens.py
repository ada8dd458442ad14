"""Hashed character trigrams with a fixed window."""
import torch

PAD, UNK, FIRST = 0, 1, 2
LANGS = ("en", "de", "fr")


class TrigramTokenizer:
    def __init__(self, buckets=97, max_len=24):
        self.buckets = buckets
        self.max_len = max_len

    @property
    def size(self):
        return FIRST + len(LANGS) + self.buckets

    def normalize(self, text):
        return " ".join(text.lower().split())

    def bucket(self, gram):
        value = 7
        for ch in gram:
            value = (value * 31 + ord(ch)) % 10007
        return FIRST + len(LANGS) + value % self.buckets

    def lang_id(self, lang):
        return FIRST + LANGS.index(lang) if lang in LANGS else UNK

    def encode(self, text, lang):
        text = self.normalize(text)
        ids = [self.lang_id(lang)]
        for i in range(max(len(text) - 2, 0)):
            ids.append(self.bucket(text[i:i + 3]))
        ids = ids[: self.max_len]
        return torch.tensor(ids + [PAD] * (self.max_len - len(ids)))
