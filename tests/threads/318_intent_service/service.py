from collections import Counter
from dataclasses import dataclass

import torch

from model import IntentNet
from tokens import TrigramTokenizer

INTENTS = ("balance", "transfer", "card_lost", "other")


@dataclass
class Request:
    text: str
    lang: str = "en"
    channel: str = "chat"


class IntentService:
    def __init__(self, seed=0):
        torch.manual_seed(seed)
        self.tokenizer = TrigramTokenizer()
        net = IntentNet(self.tokenizer, len(INTENTS)).eval()
        self.net = torch.compile(net, backend="eager")
        self.stats = Counter()

    @torch.no_grad()
    def classify(self, request):
        probs = torch.softmax(self.net(request), -1)
        score, index = probs.max(0)
        intent = INTENTS[int(index)]
        self.stats[request.channel, intent] += 1
        return intent, score.item()
