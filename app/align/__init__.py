"""Spoken chunk → phones in time: emissions, Viterbi, plausibility and the ladder of sources."""
