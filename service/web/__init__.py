"""Pages and what belongs to them."""
