import torch
import torch.nn as nn


class Decoder(nn.Module):
    def __init__(self, vocab, dim=24, num_output_chunks=2):
        super().__init__()
        self.num_output_chunks = num_output_chunks
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.GRU(dim, dim, batch_first=True)
        self.norm = nn.LayerNorm(dim)
        self.output = nn.Linear(dim, vocab)

    def chunked_output(self, hidden):
        chunks = []
        for piece in hidden.chunk(self.num_output_chunks, dim=1):
            logits = self.output(piece)
            chunks.append(logits.reshape(-1, logits.size(-1)))
        return chunks

    def forward(self, tokens):
        hidden, _ = self.mix(self.embed(tokens))
        return self.chunked_output(self.norm(hidden))
