"""geolite: message passing in a few lines."""
