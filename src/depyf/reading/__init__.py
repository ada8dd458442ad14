"""How files and records of strangers are read: bounded, typed, never waiting."""
