"""How much one address may ask and have computed, and how much may be done at once."""
