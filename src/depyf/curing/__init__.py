"""Implement `depyf cure`: try edits on copies of a program's files; keep what helps."""
