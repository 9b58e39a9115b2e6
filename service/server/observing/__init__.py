"""What a server tells of itself: logs, metrics, ids of requests."""
