"""What strangers may have sent or left: read with bounds, shown without harm."""
