"""The encoders: what passages are embedded with, and what questions are encoded with, exported."""
