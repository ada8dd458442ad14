"""Listen to torch while it compiles, and report what it does as events."""
