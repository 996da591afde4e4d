"""Text → chunks → sound with the phones that were said: normalising, splitting, voices and recordings."""
