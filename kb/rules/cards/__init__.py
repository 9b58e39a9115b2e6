"""What cards' own texts rule."""
