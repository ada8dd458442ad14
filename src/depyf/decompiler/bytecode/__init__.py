"""Facts about CPython code objects, version by version; imports nothing of depyf."""
