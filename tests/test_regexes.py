"""Regular expressions are compiled at their first use and then do what `re` does."""

from __future__ import annotations

import re

import pytest

from depyf.regexes import regex


def test_nothing_is_compiled_before_the_first_use(monkeypatch):
    compiled = []
    compile_ = re.compile
    monkeypatch.setattr(
        re, "compile", lambda *args: compiled.append(args) or compile_(*args)
    )
    numbers = regex(r"\d+")
    assert compiled == []
    assert numbers.findall("1 and 22") == ["1", "22"]
    assert numbers.findall("333") == ["333"]
    assert len(compiled) == 1


def test_attributes_and_flags_are_those_of_a_pattern():
    word = regex(r"(?P<first>[a-z])\w*", re.IGNORECASE)
    assert word.pattern == r"(?P<first>[a-z])\w*"
    assert word.match("Torch")["first"] == "T"
    assert word.flags == re.compile(word.pattern, re.IGNORECASE).flags


def test_a_wrong_expression_raises_where_it_is_used():
    with pytest.raises(re.error):
        regex("(").match("")
