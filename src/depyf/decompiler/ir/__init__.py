"""Intermediate representation: plain data types that know no CPython names."""
