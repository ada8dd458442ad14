"""Passes over the statement tree."""
