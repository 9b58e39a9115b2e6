"""Whether what was computed is asserted: how likely it is right, and what was asked."""
