"""The reader that asks a language model, over any server that speaks the OpenAI chat protocol. Off unless configured.

The question is data: what is sent is fixed by the knowledge base, what comes back is held against it.
"""
