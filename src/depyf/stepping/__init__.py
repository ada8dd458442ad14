"""Stepping through dumped files with a debugger."""
