from dataclasses import dataclass, field


@dataclass
class StepContext:
    pages: list = field(default_factory=list)
    slot: object = None
    length: object = None


_context = StepContext()


def get_context():
    return _context


def set_context(pages, slot, length):
    _context.pages = pages
    _context.slot = slot
    _context.length = length
