"""From visemes and behaviour to the curves of the mouth and the motion of the face; no Qt."""
