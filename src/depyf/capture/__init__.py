"""Listen to torch while it compiles, and record events about what it does."""
