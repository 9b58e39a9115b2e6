"""The independent checker of proofs: it sees a proof's JSON and the rules, nothing of how it was made."""
