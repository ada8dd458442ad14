"""Passes that recognise the code that one statement or expression compiles to."""
