"""trackkit: small helpers shared by the trackers."""
__version__ = "0.3.1"
