"""Passes that recover expressions."""
