"""melkit: small audio helpers."""
__version__ = "0.3.1"
