"""Passes that recognise what one statement or expression compiles to."""
