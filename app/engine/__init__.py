"""From a request to prepared, playing chunks: stages, bounded queues, generations, cache and outbox."""
