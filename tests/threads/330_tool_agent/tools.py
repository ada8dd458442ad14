"""Tools the assistant may call and the token layout of a call."""
from dataclasses import dataclass, field

WORDS, CALL, END = 24, 24, 25
VOCAB = 40


@dataclass(frozen=True)
class Tool:
    name: str
    token: int
    needs: str = ""


@dataclass
class Conversation:
    history: list = field(default_factory=list)
    facts: set = field(default_factory=set)
    calls: list = field(default_factory=list)


class ToolBox:
    def __init__(self):
        self.tools = [Tool("login", 26), Tool("search", 27, "login"), Tool("book", 28, "search"),
                      Tool("cancel", 29, "book"), Tool("weather", 30), Tool("refund", 31, "cancel")]

    def available(self, talk):
        return [t for t in self.tools if not t.needs or t.needs in talk.facts]
