from dataclasses import dataclass

import torch
import torch.nn as nn

from policy import processors_for
from tools import END, VOCAB, Conversation, ToolBox


@dataclass
class AgentConfig:
    width: int = 32
    turn_tokens: int = 10
    turns: int = 5
    repetition: float = 0.8
    backend: str = "eager"


class Decoder(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.embed = nn.Embedding(VOCAB, width)
        self.cell = nn.GRUCell(width, width)
        self.out = nn.Linear(width, VOCAB)

    def forward(self, token, hidden, seen, processors):
        hidden = self.cell(self.embed(token), hidden)
        scores = 4 * self.out(hidden)
        for process in processors:
            scores = process(scores, seen)
        return scores.argmax(-1), scores.logsumexp(-1), hidden


class Agent:
    def __init__(self, cfg):
        self.cfg = cfg
        self.decoder = Decoder(cfg.width).eval()
        self.step = torch.compile(self.decoder, backend=cfg.backend)
        self.box = ToolBox()

    @torch.no_grad()
    def reply(self, talk, prompt):
        processors = processors_for(self.box.available(talk), self.cfg.repetition)
        hidden = torch.zeros(1, self.cfg.width)
        seen = torch.zeros(1, VOCAB)
        token, mass = torch.tensor([prompt]), 0.0
        for _ in range(self.cfg.turn_tokens):
            token, score, hidden = self.step(token, hidden, seen, processors)
            seen[0, token] += 1
            mass += score.item()
            talk.history.append(token.item())
            if token.item() == END:
                break
        return mass

    def act(self, talk, turn):
        tool = self.box.available(talk)[turn % 2 - 1]
        talk.calls.append(tool.name)
        for offered in self.box.available(talk):
            talk.facts.add(offered.name)


def main():
    torch.manual_seed(4)
    agent, talk = Agent(AgentConfig()), Conversation()
    for turn in range(agent.cfg.turns):
        mass = agent.reply(talk, prompt=turn)
        agent.act(talk, turn)
        print(f"turn {turn} mass {mass:.5f} called {talk.calls[-1]} tokens {talk.history[-4:]}")


if __name__ == "__main__":
    main()
