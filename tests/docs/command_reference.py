"""The reference of the commands, generated from their parsers."""

from __future__ import annotations

import argparse

from depyf.cli.main import _parser


def commands():
    """Return a section for each command: its usage, and a table of its options."""
    parser = _parser()
    (group,) = (
        one for one in parser._actions if isinstance(one, argparse._SubParsersAction)
    )
    helps = {one.dest: one.help for one in group._choices_actions}
    sections = [
        _section(name, command, helps[name]) for name, command in group.choices.items()
    ]
    return "\n".join(sections)


def _section(name, command, meaning):
    lines = [f"## depyf {name}", "", f"{meaning[0].upper()}{meaning[1:]}.", ""]
    lines += ["```sh", command.usage or _usage(name, command), "```", ""]
    lines += ["| Argument | Meaning |", "|---|---|"]
    for action in command._actions:
        if action.dest not in {"help", "rest", "module"}:
            lines.append(f"| `{_escaped(_called(action))}` | {_escaped(action.help)} |")
    if any(one.dest == "rest" for one in command._actions):
        program = "the program, as for `python`; its arguments follow"
        lines.append(f"| `SCRIPT`, `-m MODULE` | {program} |")
    return "\n".join(lines) + "\n"


def _usage(name, command):
    parts = [f"depyf {name} [-h]"]
    parts += [
        f"[{_called(action)}]"
        for action in command._actions
        if action.option_strings and action.dest != "help"
    ]
    for action in command._actions:
        if not action.option_strings:
            called = _called(action)
            parts.append(f"[{called}]" if action.nargs == "?" else called)
    return " ".join(parts)


def _called(action):
    """Return an argument as it is typed, with the name of its value."""
    if not action.option_strings:
        return action.metavar
    taken = action.metavar if action.nargs != 0 else None
    return " ".join(filter(None, [action.option_strings[-1], taken]))


def _escaped(text):
    return (text or "").replace("|", "\\|")
