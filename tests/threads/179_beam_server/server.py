from collections import Counter
from dataclasses import dataclass

import torch

from beams import Beams, expand


@dataclass(frozen=True)
class Request:
    text: str
    lang: str


class ForcedTokens:
    """The language tag comes first, <eos> last; between them the model is free."""

    def __init__(self, vocab, max_len):
        self.vocab = vocab
        self.max_len = max_len

    def at(self, step, lang):
        if step == 0:
            return self.vocab.tag(lang)
        if step == self.max_len - 1:
            return self.vocab.eos
        return None


class TranslationServer:
    def __init__(self, decoder, vocab, beam, max_len):
        self.decoder = decoder
        self.vocab = vocab
        self.beam = beam
        self.max_len = max_len
        self.forced = ForcedTokens(vocab, max_len)
        self.stats = Counter()
        self._advance = torch.compile(self._advance, backend="eager")

    def _advance(self, beams, pos, forced=None):
        logp, hidden = self.decoder.step(beams.last, beams.hidden, pos)
        if forced is not None:
            keep = torch.arange(logp.shape[-1]) == forced
            logp = logp.masked_fill(~keep, float("-inf"))
        return expand(beams, logp, hidden, pos)

    @torch.inference_mode()
    def handle(self, request):
        context = self.decoder.encode(self.vocab.encode(request.text))
        beams = Beams.start(context, self.beam, self.max_len)
        for step in range(self.max_len):
            forced = self.forced.at(step, request.lang)
            beams = self._advance(beams, torch.tensor([step]), forced)
            self.stats["steps"] += 1
        self.stats["served"] += 1
        best = int(beams.score.argmax())
        return self.vocab.decode(beams.tokens[best].tolist()), float(beams.score[best])
