"""An attribute named `shape` of an object that is no tensor is told as an attribute."""

from __future__ import annotations

import pytest

from depyf.model.findings import user_names


@pytest.mark.parametrize(
    ("names", "path"),
    [
        ({"self.head": "a.Head"}, "self.head.shape[2]"),
        ({"self.head": "torch.nn.parameter.Parameter"}, "self.head"),
        ({}, "self.head"),
    ],
)
def test_the_shape_of_an_object_is_an_attribute(monkeypatch, names, path):
    monkeypatch.setattr(user_names, "_class_names", lambda frame: names)
    assert user_names._path_of("self.head.shape[2]", None) == path
