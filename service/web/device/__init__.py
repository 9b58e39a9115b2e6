"""What a device keeps for use without signal, the checks that it computes, and how both come there."""
