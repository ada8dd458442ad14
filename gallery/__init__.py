"""The gallery: more than a hundred small models, with and without depyf."""
