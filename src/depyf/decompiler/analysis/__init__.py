"""Analyses of the intermediate representation that change nothing."""
