"""Commands that stay and answer: over HTTP, to assistants, in chats."""
