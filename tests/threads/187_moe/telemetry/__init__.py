"""telemetry: meters which any thread may feed (the dashboard reads them)."""
from .meters import Meter, meter, registry

__all__ = ["Meter", "meter", "registry"]
