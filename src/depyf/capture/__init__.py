"""Listens to torch while it compiles, and tells what it hears as events."""
