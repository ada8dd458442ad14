from collections import namedtuple


def trim(metadata, *fields):
    """The fields that are given, without what else would be guarded."""
    kind = namedtuple("Trimmed", fields)
    return kind(*(getattr(metadata, name) for name in fields))
