"""Facts about CPython code objects, by version; imports nothing else of depyf."""
