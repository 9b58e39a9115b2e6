"""The snapshot that a server has open: swapped, warmed, built anew."""
