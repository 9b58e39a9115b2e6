"""Documents in time: their versions, ids that carry over, what is pinned to words that changed."""
