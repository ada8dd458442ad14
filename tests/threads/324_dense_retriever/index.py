import torch


def score_shard(query, vectors, bias, temperature):
    return query @ vectors.T / temperature + bias


class ShardedIndex:
    def __init__(self, encoder, tokenizer, shard_size=4, temperature=0.1):
        self.encoder = encoder
        self.tokenizer = tokenizer
        self.shard_size = shard_size
        self.temperature = temperature
        self.shards = []
        self.texts = []
        self.score = torch.compile(score_shard, backend="aot_eager")

    def _append(self, vectors, texts):
        bias = torch.zeros(len(texts))
        self.shards.append((vectors, bias))
        self.texts.extend(texts)

    @torch.inference_mode()
    def build(self, texts):
        for i in range(0, len(texts), self.shard_size):
            chunk = texts[i : i + self.shard_size]
            self._append(self.encoder(self.tokenizer(chunk)), chunk)

    def restore(self, state):
        for vectors, texts in zip(state["vectors"], state["texts"]):
            self._append(torch.tensor(vectors), texts)

    @torch.no_grad()
    def search(self, text, k=2):
        query = self.encoder(self.tokenizer([text]))
        scores = [self.score(query, v, b, self.temperature) for v, b in self.shards]
        top = torch.cat(scores, dim=-1)[0].topk(k)
        return [(self.texts[i], s) for i, s in zip(top.indices.tolist(), top.values.tolist())]
