"""Words on one compilation."""

from __future__ import annotations

import pytest

from depyf.model.detail_events import SideEffect
from depyf.render.details import target_words


@pytest.mark.parametrize(
    ("kind", "words"),
    [("OrderedDict", "an OrderedDict"), ("list", "a list"), ("int", "an int")],
)
def test_the_type_of_a_changed_object_has_its_article(kind, words):
    assert target_words(SideEffect("G['COUNT']", kind)).endswith(f", {words}")
