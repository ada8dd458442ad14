import torch


class HashTokenizer:
    """Whitespace words hashed to buckets; bucket 0 is padding."""

    def __init__(self, buckets=256, max_words=6, synonyms=None):
        self.buckets = buckets
        self.max_words = max_words
        self.synonyms = synonyms or {}

    def bucket(self, word):
        code = 7
        for ch in word:
            code = (code * 31 + ord(ch)) % 65521
        return 1 + code % (self.buckets - 1)

    def words(self, text):
        found = text.lower().replace("-", " ").split()
        return [self.synonyms.get(w, w) for w in found][: self.max_words]

    def __call__(self, text):
        ids = [self.bucket(w) for w in self.words(text)]
        return torch.tensor(ids + [0] * (self.max_words - len(ids)))
