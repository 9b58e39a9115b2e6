"""The interface in other languages than English."""
