"""What the face should do with a text: the behaviour classifier, whose encoder also serves retrieval."""
