"""Read files from strangers within limits, and show them safely."""
