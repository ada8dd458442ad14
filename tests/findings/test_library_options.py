"""The program's option that chose a library's code is named with a break there."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from depyf.model.detail_events import OptionValues, ProgramFile
from depyf.model.facts import facts_of
from depyf.model.findings.hinted import other_option
from depyf.model.findings.library_options import chosen_option
from depyf.torch_text.guards import read_guard

PROGRAM = """\
config = Config(
    layers=4,
    experts_implementation="eager",
    attn_implementation="eager",
)
"""
EXPERTS = "L['self'].config._experts_implementation_internal"
ATTENTION = "L['self'].config._attn_implementation"


def compilation(*guards):
    return SimpleNamespace(guards=[read_guard(one) for one in guards])


def chosen(own, others=(), function="forward", name="Block.forward", told=()):
    own, others = compilation(*own), compilation(*others)
    run = SimpleNamespace(
        facts=facts_of([ProgramFile(None, "/p/main.py", PROGRAM), *told]),
        compilations=(own, others),
    )
    return SimpleNamespace(run=run, compilations=(own,), name=name, function=function)


def option(*args, **names):
    found = chosen_option(chosen(*args, **names))
    return found and (found.name, found.value, found.line.line)


def test_a_guard_of_the_function_names_it():
    assert option([f"{ATTENTION} == 'eager'"]) == ("attn_implementation", "eager", 4)


def test_a_guard_of_another_function_counts_if_the_names_share_a_word():
    guards = [f"{EXPERTS} == 'eager'", f"{ATTENTION} == 'eager'"]
    found = option([], guards, name="MixtralExperts.forward")
    assert found == ("experts_implementation", "eager", 3)
    assert option([], guards) is None


@pytest.mark.parametrize("guard", [f"{EXPERTS} == 'sdpa'", "L['mode'] == 'eager'"])
def test_other_strings_are_no_option(guard):
    assert option([guard]) is None


READ = "  # if implementation is None:  # {}:552 in get_interface"


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("/v/site-packages/net/integrations/moe.py", "net/integrations/moe.py:552"),
        ("/p/own.py", ""),
    ],
)
def test_the_line_of_the_library_that_reads_it_shows_where_its_values_are(file, told):
    guards = [f"{ATTENTION} == 'eager'", f"{ATTENTION} == 'eager'" + READ.format(file)]
    words = "such as another `attn_implementation` than `'eager'` at main.py:4"
    where = f" (its values: see the code around {told})" if told else ""
    assert other_option(chosen(guards)) == words + where


def test_the_other_values_are_named_if_the_library_lists_them():
    file = "/v/site-packages/net/moe.py"
    guards = [f"{ATTENTION} == 'eager'" + READ.format(file)]
    values = ("eager", "sdpa", "flex")
    listed = [
        OptionValues(None, file, line, line - 7, values)
        for line in (552, 90)  # the second one is beside another line
    ]
    assert other_option(chosen(guards, told=listed)).endswith(
        " (net/moe.py:545 lists `'sdpa'` and `'flex'`; "
        "a value may need other hardware, types or packages)"
    )
