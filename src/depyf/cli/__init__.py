"""The `depyf` command."""
