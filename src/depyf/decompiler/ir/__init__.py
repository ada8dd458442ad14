"""Intermediate representation: data types that do not depend on CPython's opcodes."""
