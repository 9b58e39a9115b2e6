"""The processes of a server: several of them, what they are told by the system, their memory."""
