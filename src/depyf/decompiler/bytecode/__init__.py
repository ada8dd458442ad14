"""Facts about CPython code objects, by version; independent of the rest of depyf."""
