"""The gallery: what depyf tells about many models, and whether it is true."""
