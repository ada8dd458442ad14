"""Read untrusted files within limits, and show their text safely."""
