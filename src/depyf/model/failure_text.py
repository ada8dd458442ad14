"""What torch explains in the text of a failure: its sentences and its hints."""

from __future__ import annotations

import re

_EXPLANATION = "Explanation:"
_HINT = "Hint:"
_AFTER_EXPLANATION = re.compile(r"\n\s*(?:Hint:|Developer debug context:|\n)")


def explanation_in(text: str) -> str:
    r"""Return in one line what torch explains, empty where it does not.

    >>> explanation_in("Unsupported\n  Explanation: It is\n    not.\n  Hint: Do.")
    'It is not.'
    """
    _, _, after = text.partition(_EXPLANATION)
    return " ".join(_AFTER_EXPLANATION.split(after, maxsplit=1)[0].split())


def hints_in(text: str) -> list[str]:
    r"""Return torch's hints, each the line that it begins on.

    >>> hints_in("Unsupported\n  Explanation: It is.\n  Hint: Do.\n  Hint: Or so.")
    ['Do.', 'Or so.']
    """
    lines = (line.strip() for line in text.split("\n"))
    return [line[len(_HINT) :].strip() for line in lines if line.startswith(_HINT)]
